// Node, in a process of its own: what goes uncaught there must not be taken for the runner's.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @type {import('./contexts.js').Lane} */
export const node = {
  name: 'node',
  contexts: ['node'],
  open: async () => ({ run, close: async () => {} }),
};

/** @type {import('./contexts.js').Opened['run']} */
async function run(_context, { job, writeModule }) {
  const path = fileURLToPath(await writeModule('file'));
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part) => (said += part));
  child.once('exit', (code) => job.abandon(new Error(`The process ended (${code}). ${said}`)));
  await job.ended.catch(() => {});
  child.kill();
}
