// Where the build's tools are, and how to get the one that comes with neither npm nor rustup.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The version of the wasm-bindgen crate in Cargo.toml, which the command must match. */
const version = '0.2.130';

/** binaryen's, run by Node. */
export const wasmOpt = `${root}node_modules/binaryen/bin/wasm-opt`;

/**
 * Runs a command in the repository; ends the process if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function run(command, args, env = {}) {
  const options = { cwd: root, stdio: /** @type {const} */ ('inherit'), env: { ...process.env, ...env } };
  const { status, error } = spawnSync(command, args, options);
  if (error || status !== 0) {
    console.error(`${command} failed${error ? `: ${error.message}` : ''}`);
    process.exit(1);
  }
}

/** @returns {string} the wasm-bindgen command, installed into .tools/ if it is not there */
export function wasmBindgen() {
  for (const command of ['wasm-bindgen', `${root}.tools/bin/wasm-bindgen`]) {
    const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
    if (stdout?.trim() === `wasm-bindgen ${version}`) return command;
  }
  console.log(`installing wasm-bindgen-cli ${version} into .tools/ (two minutes, once)`);
  const args = ['install', 'wasm-bindgen-cli', '--version', version, '--debug', '--quiet', '--root', `${root}.tools`];
  spawnSync('cargo', args, { stdio: 'inherit', cwd: root });
  const installed = `${root}.tools/bin/wasm-bindgen`;
  if (!existsSync(installed)) throw new Error(`cargo ${args.join(' ')} failed`);
  return installed;
}
