// `npm test`: everything that is checked, in the order in which a fault is cheapest to find.
// `LONG=1 npm test` (`npm run test:long`) adds what takes minutes: full-length waits, and fuzzing.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { root } from './tools.js';

const wasm32 = ['--target', 'wasm32-unknown-unknown'];
const strict = ['--', '-D', 'warnings'];
const nodeTests = ['tests', 'tests/www', 'tests/addon'].flatMap((folder) => {
  try {
    return readdirSync(`${root}${folder}`).filter((file) => file.endsWith('.test.js')).map((file) => `${folder}/${file}`);
  } catch {
    return [];
  }
});

/** @type {[string, string, string[]][]} what is checked, the command, its arguments */
const steps = [
  ['the package builds', 'node', ['scripts/build.js']],
  ['www/ gets its copy of it', 'node', ['scripts/vendor.js']],
  ['Rust is formatted', 'cargo', ['fmt', '--check']],
  ['clippy, native', 'cargo', ['clippy', '--quiet', '--all-targets', ...strict]],
  ['clippy, wasm32', 'cargo', ['clippy', '--quiet', '--lib', ...wasm32, ...strict]],
  ['the policy, natively', 'cargo', ['test', '--quiet']],
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
