// Who takes part, each set up to retry a POST three times, and bundled by the same bundler.

import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import commonjsPlugin from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { root } from '../scripts/tools.js';

/** Its types promise a namespace, where Node gives the function. */
const commonjs = /** @type {any} */ (commonjsPlugin);

/** @typedef {(url: string, init: RequestInit & { signal: AbortSignal, body: string }) => Promise<string>} Ask */

/** This package. */
export const OURS = 'fetch-with-retry';

/** In the order of the table; the first is what the others are measured by. */
export const NAMES = ['fetch', OURS, 'ky', 'fetch-retry', 'p-retry', 'ofetch', 'wretch'];

/** What a worker that is measured does: its first request, at once, or when it was given the module. */
const workers = {
  cold: (/** @type {string} */ name) => `import { ask } from ${contender(name)};
    import { request } from ${JSON.stringify(`${root}bench/request.js`)};
    ask(location.origin + '/ok', request()).then(() => postMessage('done'));`,
  posted: (/** @type {string} */ name) => `import { ask, init } from ${contender(name)};
    import { request } from ${JSON.stringify(`${root}bench/request.js`)};
    onmessage = ({ data }) => init(data).then(() => ask(location.origin + '/ok', request())).then(() => postMessage('done'));`,
};

/** @param {string} name */
const contender = (name) => JSON.stringify(`${root}bench/contenders/${name}.js`);

/**
 * Bundles all of them: `<name>.js`, which the page imports, `<name>.cold.js`, and ours as `….posted.js`.
 * @param {string} folder
 */
export async function bundleAll(folder) {
  for (const name of NAMES) {
    await bundle(`export * from ${contender(name)};`, `${folder}/${name}.js`);
    await bundle(workers.cold(name), `${folder}/${name}.cold.js`);
  }
  await bundle(workers.posted(OURS), `${folder}/${OURS}.posted.js`);
}

/**
 * @param {string} source
 * @param {string} file
 */
async function bundle(source, file) {
  const made = await rollup({
    input: 'entry',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === 'entry' ? '\0entry' : null), load: (id) => (id === '\0entry' ? source : null) },
      nodeResolve({ browser: true }),
      commonjs(),
    ],
    onwarn: (warning) => { throw new Error(warning.message); },
  });
  const { output: [{ code }] } = await made.generate({ format: 'es' });
  await writeFile(file, code);
}

/**
 * @param {string} name
 * @param {string} folder of the bundles
 * @returns {Promise<{ version: string, size: string }>}
 */
export async function facts(name, folder) {
  if (name === 'fetch') return { version: '', size: '' };
  const manifest = name === OURS ? `${root}pkg/package.json` : `${root}node_modules/${name}/package.json`;
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const code = await readFile(`${folder}/${name}.js`, 'utf8');
  if (name !== OURS) return { version, size: kb(code) };
  const wasm = await readFile(`${root}pkg/fetch_with_retry.wasm`);
  return { version, size: `${kb(wasm)} wasm + ${kb(code.replace(wasm.toString('base64'), ''))}` };
}

const kb = (/** @type {Buffer | string} */ data) => `${(gzipSync(data, { level: 9 }).length / 1000).toFixed(1)} KB`;
