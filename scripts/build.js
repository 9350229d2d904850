// `npm run build`: makes pkg/, the npm package, out of src/ and pkg-template/.

import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import { minify } from 'terser';
import { checkSeam, shortNames } from './short-names.js';
import { root, run, wasmBindgen, wasmOpt } from './tools.js';

const name = 'fetch_with_retry';
const target = 'wasm32-unknown-unknown';
const work = `${root}target/pkg/`;

// The standard library is compiled along, for size and without the machinery that formats a panic's
// message: there must be no panic, and if there were one, its text would help nobody. 4 KB gzipped
// less. On the stable compiler that needs RUSTC_BOOTSTRAP; its version is pinned.
run('cargo', [
  'build', '--quiet', '--release', '--lib', '--target', target,
  '-Zbuild-std=std,panic_abort', '-Zbuild-std-features=optimize_for_size',
], {
  RUSTC_BOOTSTRAP: '1',
  RUSTFLAGS: '-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none',
  CARGO_TARGET_DIR: `${root}target/wasm`,
});
run(wasmBindgen(), [
  '--target', 'web', '--no-typescript', '--omit-default-module-path',
  '--out-dir', work, '--out-name', name, `${root}target/wasm/${target}/release/${name}.wasm`,
]);
await shortNames(work, name);
const wasmFile = `${work}optimized.wasm`;
run(process.execPath, [
  wasmOpt, `${work}short.wat`, '-Oz', '--converge', '--mvp-features', '--enable-bulk-memory',
  '--enable-bulk-memory-opt', '--enable-multivalue', '--enable-mutable-globals',
  '--enable-nontrapping-float-to-int', '--enable-reference-types', '--enable-sign-ext',
  '--enable-call-indirect-overlong', '--strip-debug', '--strip-producers', '--strip-target-features',
  '-o', wasmFile,
]);

const wasm = await readFile(wasmFile);
await checkSeam(wasm);
const bundle = await rollup({
  input: `${root}pkg-template/index.js`,
  plugins: [{
    name: 'package-parts',
    resolveId: (id) => (id === './bytes.js' ? '\0bytes' : null),
    load: (id) => (id === '\0bytes' ? `export const bytesAsBase64 = '${wasm.toString('base64')}';` : null),
  }],
  onwarn: (warning) => { throw new Error(warning.message); },
});
const { output: [entry] } = await bundle.generate({ format: 'es', generatedCode: 'es2015' });

const made = `${root}target/pkg-made/`;
await rm(made, { recursive: true, force: true });
await mkdir(made);
// What runs is small, since it starts up with every worker; what is read lies beside it.
const base64 = wasm.toString('base64');
const small = await minify(entry.code, {
  module: true,
  compress: { passes: 3 },
  mangle: { reserved: entry.exports },
  format: { preamble: '// fetch-with-retry-wasm, MIT OR Apache-2.0. To be read: source/index.js' },
});
const code = /** @type {string} */ (small.code);
await writeFile(`${made}index.js`, code);
await mkdir(`${made}source`);
await writeFile(
  `${made}source/index.js`,
  entry.code.replace(base64, '(the bytes of fetch_with_retry.wasm in base64)'),
);
await copyFile(wasmFile, `${made}${name}.wasm`);
for (const file of ['index.d.ts', 'retry-line.js', 'retry-line.d.ts', 'docs', 'package.json', 'README.md']) {
  await cp(`${root}pkg-template/${file}`, `${made}${file}`, { recursive: true });
}
for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) await copyFile(`${root}${file}`, `${made}${file}`);
// In one step, so that who serves pkg/ never sees half of it.
await rm(`${root}pkg`, { recursive: true, force: true });
await rename(made, `${root}pkg`);

const glue = code.replace(base64, '');
const kb = (/** @type {Buffer | string} */ data) => gzipSync(data, { level: 9 }).length / 1000;
const sum = kb(wasm) + kb(glue);
console.log(`pkg/ built: wasm ${kb(wasm).toFixed(1)} + glue ${kb(glue).toFixed(1)} = ${sum.toFixed(1)} KB, gzipped`);
