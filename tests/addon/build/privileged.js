// Thunderbird's inside, for what no add-on can do: putting a mail into its inbox as if it had just arrived.

// @ts-ignore: has no types of its own
import WebSocket from 'ws';

/**
 * @typedef {object} Inside
 * @property {(script: string) => Promise<any>} run In the main window, privileged. Gives back a string or number.
 * @property {(folder: string) => Promise<void>} install
 * @property {() => void} close
 */

/**
 * @param {string} endpoint Of a Thunderbird started with `--remote-allow-system-access`.
 * @returns {Promise<Inside>}
 */
export async function openInside(endpoint) {
  const socket = new WebSocket(`${endpoint}/session`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  socket.on('message', (/** @type {Buffer} */ data) => {
    const answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let last = 0;
  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  const send = async (method, params = {}) => {
    const id = (last += 1);
    const answer = await new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };

  await send('session.new', { capabilities: {} });
  const mainWindow = async () => {
    for (;;) {
      const { contexts } = await send('browsingContext.getTree', { 'moz:scope': 'chrome' });
      const main = contexts.find((/** @type {any} */ { url }) => /messenger\.xhtml/.test(url));
      if (main) return main.context;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const context = await mainWindow();
  return {
    async run(script) {
      const answer = await send('script.evaluate', { expression: `(async () => { ${script} })()`, target: { context }, awaitPromise: true });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    async install(folder) {
      await send('webExtension.install', { extensionData: { type: 'path', path: folder } });
    },
    close: () => socket.close(),
  };
}
