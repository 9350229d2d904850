// Gives what passes between wasm and JavaScript names that a reader can read: wasm-bindgen hangs a
// hash on each, which does not compress. What src/web/glue.js does not use goes.

import { readFile, writeFile } from 'node:fs/promises';
import { root, run, wasmOpt } from './tools.js';

const LONG = /\b__wbg_(\w+?)_[0-9a-f]{16}\b/g;
const MODULE = /"\.\/[^"/]*_bg\.js"/g;
const EXPORT = /^ \(export "(\w+)" .*\n/gm;

/**
 * Writes short.wat.
 * @param {string} folder with what wasm-bindgen made
 * @param {string} name of it
 */
export async function shortNames(folder, name) {
  run(process.execPath, [wasmOpt, '-S', `${folder}${name}_bg.wasm`, '-o', `${folder}long.wat`]);
  const glue = await readFile(`${root}src/web/glue.js`, 'utf8');
  const wat = await readFile(`${folder}long.wat`, 'utf8');
  await writeFile(`${folder}short.wat`, wat
    .replace(LONG, '$1')
    .replace(MODULE, '"glue"')
    .replace(EXPORT, (line, name) => (glue.includes(`wasm.${name}`) ? line : '')));
}

/**
 * Refuses a module that wants more than src/web/glue.js gives, or has less than it uses: as a new
 * version of wasm-bindgen might.
 * @param {Buffer} wasm
 */
export async function checkSeam(wasm) {
  const glue = await readFile(`${root}src/web/glue.js`, 'utf8');
  const module = new WebAssembly.Module(/** @type {Buffer<ArrayBuffer>} */ (wasm));
  const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const used = Array.from(glue.matchAll(/\bwasm\.(\w+)/g), ([, name]) => name);
  const odd = [
    ...WebAssembly.Module.imports(module).map(({ name }) => name).filter((name) => !new RegExp(`^ +${name}\\b`, 'm').test(glue)),
    ...used.filter((name) => !exported.has(name)),
  ];
  if (odd.length > 0) throw new Error(`src/web/glue.js does not fit the module: ${odd.join(', ')}`);
}
