// Gives the imports between wasm and glue names that a reader can read: wasm-bindgen hangs a hash
// on each, which does not compress.

import { readFile, writeFile } from 'node:fs/promises';
import { run, wasmOpt } from './tools.js';

const LONG = /\b(?:__wbg_(\w+?)_[0-9a-f]{16}|(\w*?)__h[0-9a-f]{16}|__wbindgen_(generic)_0*(\d+))\b/g;
const MODULE = /"\.\/[^"/]*_bg\.js"/g;

/**
 * Writes short.js and short.wat.
 * @param {string} folder with what wasm-bindgen made
 * @param {string} name of it
 */
export async function shortNames(folder, name) {
  run(process.execPath, [wasmOpt, '-S', `${folder}${name}_bg.wasm`, '-o', `${folder}long.wat`]);
  const glue = await readFile(`${folder}${name}.js`, 'utf8');
  /** @type {Map<string, string>} */
  const short = new Map();
  const taken = new Set();
  for (const [long, imported, closure, generic, number] of glue.matchAll(LONG)) {
    if (short.has(long)) continue;
    const base = imported ?? (closure ? 'invoke' : `${generic}${number}`);
    let candidate = base;
    for (let n = 2; taken.has(candidate) || glue.includes(` ${candidate}(`); n += 1) candidate = `${base}${n}`;
    taken.add(candidate);
    short.set(long, candidate);
  }
  const shorten = (/** @type {string} */ text) => text
    .replace(LONG, (long) => short.get(long) ?? long)
    .replace(MODULE, '"glue"');
  await writeFile(`${folder}short.js`, shorten(glue));
  await writeFile(`${folder}short.wat`, shorten(await readFile(`${folder}long.wat`, 'utf8')));
}
