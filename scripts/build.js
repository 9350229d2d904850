// `npm run build`: makes pkg/, the npm package, out of src/ and pkg-template/.

import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import { root, wasmBindgen } from './tools.js';

const work = `${root}target/pkg/`;
const pkg = `${root}pkg/`;
const name = 'fetch_with_retry';

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error || status !== 0) {
    console.error(`build: ${command} failed${error ? `: ${error.message}` : ''}`);
    process.exit(1);
  }
}

run('cargo', ['build', '--quiet', '--release', '--lib', '--target', 'wasm32-unknown-unknown']);
run(wasmBindgen(), [
  '--target', 'web', '--no-typescript', '--omit-default-module-path',
  '--out-dir', work, '--out-name', name,
  `${root}target/wasm32-unknown-unknown/release/${name}.wasm`,
]);
const wasmFile = `${work}optimized.wasm`;
run(process.execPath, [
  `${root}node_modules/binaryen/bin/wasm-opt`, '-Oz', '--strip-debug', '--strip-producers',
  `${work}${name}_bg.wasm`, '-o', wasmFile,
]);

const wasm = await readFile(wasmFile);
const bundle = await rollup({
  input: `${root}pkg-template/index.js`,
  plugins: [{
    name: 'package-parts',
    resolveId: (id) => ({ './glue.js': `${work}${name}.js`, './bytes.js': '\0bytes' })[id] ?? null,
    load: (id) => (id === '\0bytes' ? `export const bytesAsBase64 = '${wasm.toString('base64')}';` : null),
  }],
  onwarn: (warning) => { throw new Error(warning.message); },
});
const { output: [entry] } = await bundle.generate({ format: 'es', generatedCode: 'es2015' });

await rm(pkg, { recursive: true, force: true });
await mkdir(pkg);
await writeFile(`${pkg}index.js`, entry.code);
await copyFile(wasmFile, `${pkg}${name}.wasm`);
for (const file of ['index.d.ts', 'package.json', 'README.md']) {
  await copyFile(`${root}pkg-template/${file}`, `${pkg}${file}`);
}
for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) await copyFile(`${root}${file}`, `${pkg}${file}`);

const glue = entry.code.replace(wasm.toString('base64'), '');
const kb = (/** @type {Buffer | string} */ data) => (gzipSync(data, { level: 9 }).length / 1000).toFixed(1);
console.log(`pkg/ built: wasm ${kb(wasm)} KB + glue ${kb(glue)} KB, gzipped`);
