// `npm test`: everything that is checked, in the order in which a fault is cheapest to find.
// `LONG=1 npm test` (`npm run test:long`) adds what takes minutes: full-length waits, and fuzzing.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { geckodriver, root, rust, target, wasmBindgen } from './tools.js';

const wasm32 = ['--target', target];
const strict = ['--', '-D', 'warnings'];
// A folder that is not there fails: tests that moved must not pass for run.
const nodeTests = ['tests', 'tests/www', 'tests/addon'].flatMap((folder) => {
  const files = readdirSync(`${root}${folder}`).filter((file) => file.endsWith('.test.js'));
  if (files.length === 0) throw new Error(`${folder}/ holds no tests`);
  return files.map((file) => `${folder}/${file}`);
});

rust(['clippy', 'rustfmt']);

/** Files (without .rs) and folders of tests/ that are tested as WebAssembly. */
const wasmTests = ['web'];

/**
 * Where they run. What is a page's or a worker's is said in the environment, as is what drives the browser.
 * @type {() => [string, string[]][]}
 */
const wasmContexts = () => {
  const chromium = `CHROMEDRIVER=${process.env.CHROMEDRIVER ?? 'chromedriver'}`;
  const firefox = `GECKODRIVER=${geckodriver()}`;
  return [
    ['Node', []],
    ['a page of Chromium', [chromium, 'WASM_BINDGEN_USE_BROWSER=1']],
    ['a worker of Chromium', [chromium, 'WASM_BINDGEN_USE_DEDICATED_WORKER=1']],
    ['a service worker of Chromium', [chromium, 'WASM_BINDGEN_USE_SERVICE_WORKER=1']],
    ['a page of Firefox', [firefox, 'WASM_BINDGEN_USE_BROWSER=1']],
    ['a worker of Firefox', [firefox, 'WASM_BINDGEN_USE_DEDICATED_WORKER=1']],
  ];
};

/** @returns {[string, string, string[]][]} */
function wasmSteps() {
  if (wasmTests.length === 0) return [];
  const runner = `CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=${wasmBindgen('wasm-bindgen-test-runner')}`;
  const tests = wasmTests.flatMap((file) => ['--test', file]);
  return wasmContexts().map(([where, settings]) => [
    `the crate in ${where}`, 'env', [runner, ...settings, 'cargo', 'test', ...wasm32, ...tests],
  ]);
}

/** @type {[string, string, string[]][]} what is checked, the command, its arguments */
const steps = [
  ['the package builds', 'node', ['scripts/build.js']],
  ['www/ gets its copy of it', 'node', ['scripts/vendor.js']],
  ['Rust is formatted', 'cargo', ['fmt', '--check']],
  ['clippy, native', 'cargo', ['clippy', '--quiet', '--all-targets', ...strict]],
  ['clippy, wasm32', 'cargo', ['clippy', '--quiet', '--lib', ...wasmTests.flatMap((file) => ['--test', file]), ...wasm32, ...strict]],
  ['the policy, natively', 'cargo', ['test', '--quiet']],
  ...wasmSteps(),
  ['JavaScript lint', 'npx', ['eslint', '.']],
  ['JavaScript types', 'npx', ['tsc', '-p', '.']],
  ['the package\'s types in use', 'npx', ['tsc', '-p', 'tests/types']],
  ['Node, Chromium, Firefox and Thunderbird', 'node', ['--test', ...nodeTests]],
  ['the demo', 'node', ['www/start.js', '--check']],
];

if (process.env.LONG === '1') {
  const fuzz = ['PROPTEST_CASES=16000', 'cargo', 'test', '--quiet', '--release', '--test', 'hints', '--test', 'dates'];
  steps.push(['any header, any body, for a minute or more', 'env', fuzz]);
}

/** @type {string[]} */
const failed = [];
for (const [what, command, args] of steps) {
  const began = performance.now();
  console.log(`\n▶ ${what}: ${command} ${args.join(' ')}`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const isFine = status === 0 && !error;
  console.log(`${isFine ? '✔' : '✖'} ${what} (${seconds} s)`);
  if (!isFine) failed.push(what);
  if (!isFine && what === 'the package builds') break;
}
console.log(failed.length > 0 ? `\nfailed: ${failed.join('; ')}` : '');
console.log(`${steps.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
