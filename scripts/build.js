// `npm run build`: makes pkg/, the npm package, out of src/ and pkg-template/.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import { root, run, rust, target, wasmBindgen, wasmOpt } from './tools.js';

const name = 'fetch_with_retry';
const work = `${root}target/pkg/`;
const made = `${root}target/pkg-made/`;
const targetDir = process.env.CARGO_TARGET_DIR ?? `${root}target`;

rust();
// The places of panics, which std names by its source files, say nothing of the machine: whoever builds it gets the same.
const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
run('cargo', ['build', '--quiet', '--release', '--lib', '--target', target], {
  CARGO_TARGET_DIR: targetDir,
  RUSTFLAGS: `--remap-path-prefix=${cargoHome}=cargo --remap-path-prefix=${root}=`,
});
await rm(work, { recursive: true, force: true });
// An instance that trapped is done for: with the function that the last option asks for, the loader
// instantiates again.
run(wasmBindgen(), [
  '--target', 'web', '--no-typescript', '--omit-default-module-path', '--experimental-reset-state-function',
  '--out-dir', work, '--out-name', name, `${targetDir}/${target}/release/${name}.wasm`,
]);
// Which features of WebAssembly it may use, the module says itself. Functions that are called in one place are
// not merged into it unless they are small: a long function is hard to compress (4 % of the whole).
const wasmFile = `${work}optimized.wasm`;
run(process.execPath, [
  wasmOpt, `${work}${name}_bg.wasm`, '-Oz', '--converge', '--one-caller-inline-max-function-size=20',
  '--strip-debug', '--strip-producers', '--strip-target-features', '-o', wasmFile,
]);

const wasm = await readFile(wasmFile);
const base64 = wasm.toString('base64');
const bytes = `const bytesAsBase64 = '${base64}';\n`;
const bundle = await rollup({
  input: `${root}pkg-template/index.js`,
  plugins: [{
    name: 'package-parts',
    resolveId(id) {
      if (id === './glue.js') return `${work}${name}.js`;
      return id === './bytes.js' ? '\0bytes' : null;
    },
    load: (id) => (id === '\0bytes' ? `export ${bytes}` : null),
    // Who reads the file does not have to leaf through the bytes: they come last.
    renderChunk: (code) => `${code.replace(bytes, '')}\n\n// ${name}.wasm, byte for byte, in base64. It is read when first needed.\n${bytes}`,
  }],
  onwarn: (warning) => { throw new Error(warning.message); },
});
const { output: [entry] } = await bundle.generate({
  format: 'es',
  generatedCode: 'es2015',
  banner: '// fetch-with-retry-wasm, MIT OR Apache-2.0. The loader, the glue that wasm-bindgen wrote, and the WebAssembly.\n',
});

await rm(made, { recursive: true, force: true });
await mkdir(made, { recursive: true });
await writeFile(`${made}index.js`, entry.code);
await copyFile(wasmFile, `${made}${name}.wasm`);
for (const file of ['index.d.ts', 'retry-line.js', 'retry-line.d.ts', 'docs', 'package.json', 'README.md']) {
  await cp(`${root}pkg-template/${file}`, `${made}${file}`, { recursive: true });
}
for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) await copyFile(`${root}${file}`, `${made}${file}`);
// In one step, so that who serves pkg/ never sees half of it.
await rm(`${root}pkg`, { recursive: true, force: true });
await rename(made, `${root}pkg`);

const kb = (/** @type {Buffer | string} */ data) => gzipSync(data, { level: 9 }).length / 1000;
const glue = kb(entry.code.replace(base64, ''));
console.log(`pkg/ built: wasm ${kb(wasm).toFixed(1)} + JavaScript ${glue.toFixed(1)} = ${(kb(wasm) + glue).toFixed(1)} KB, gzipped`);
