// `npm start`: the demo and the chat on this machine. Two pages, the scripted server that fails on demand, a
// provider host that does, and with --check or --screenshots a browser in place of the person.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { vendor } from '../scripts/vendor.js';
import { startFaultyServer } from '../tests/server/server.js';
import { failures } from './server/failures.js';
import { startProviderHost } from './server/provider-host.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const USUAL_PORT = 8000;

const USAGE = `Usage: npm start -- [--port N] [--check | --screenshots DIR]
  --port N            listen there; default ${USUAL_PORT}, or any port that is free
  --check             play every failure in a headless Chromium, and judge what happens
  --screenshots DIR   write pictures of the page's states into DIR`;

/** @returns what was asked for; ends the process when that makes no sense */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        check: { type: 'boolean', default: false },
        screenshots: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536)) {
      throw new Error(`--port expects a number from 0 to 65535, not ${values.port}`);
    }
    return { ...values, port };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    return process.exit(2);
  }
}

function buildIfMissing() {
  if (existsSync(`${root}pkg/index.js`)) return;
  console.log('The package is not built yet; building it.');
  const { status } = spawnSync(process.execPath, [`${root}scripts/build.js`], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Starts the server with the pages in it.
 * @param {number | undefined} port undefined: the usual one, or any if that is taken
 */
async function serve(port) {
  /** @type {Record<string, string>} */
  const serve = { '/': `${root}www/demo/`, '/pkg/': `${root}pkg/` };
  // The chat's files find each other as they do in the add-on.
  for (const folder of ['background', 'chat', 'lib', 'providers', 'streams', 'vendor', 'worker']) {
    serve[`/${folder}/`] = `${root}www/${folder}/`;
  }
  const host = await startProviderHost();
  const routes = { 'GET /provider-host': () => ({ origin: host.origin, failures: Object.keys(failures) }) };
  const open = async (/** @type {number} */ at) => {
    const server = await startFaultyServer({ port: at, serve, routes });
    const close = async () => {
      await Promise.all([server.close(), host.close()]);
    };
    return { ...server, close };
  };
  try {
    return await open(port ?? USUAL_PORT);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'EADDRINUSE') throw error;
    if (port === undefined) return open(0);
    console.error(`Port ${port} is taken.`);
    return process.exit(1);
  }
}

const { port, check, screenshots, help } = readArguments();
if (help) {
  console.log(USAGE);
} else {
  buildIfMissing();
  await vendor();
  // A check needs no fixed address, and should not be in the way of a demo that runs.
  const server = await serve(check || screenshots !== undefined ? (port ?? 0) : port);
  const stop = async () => {
    await server.close();
    process.exit(check ? 130 : 0);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  if (check) {
    const { checkAll } = await import('./demo/check/check.js');
    process.exitCode = (await checkAll(server)) ? 0 : 1;
    await server.close();
  } else if (screenshots !== undefined) {
    const { takeScreenshots } = await import('./demo/check/screenshots.js');
    await takeScreenshots(server.origin, screenshots);
    await server.close();
  } else {
    console.log(`The demo is at ${server.origin}/, the chat at ${server.origin}/chat/ (Ctrl+C ends both)`);
  }
}
