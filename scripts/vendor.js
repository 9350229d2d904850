// Puts the two packages that www/ imports where its relative paths find them. Workers have no import
// maps and service workers no dynamic import(), so bare names resolve nowhere in them; a copied folder
// resolves the same in pages, workers, the add-on, the dev server and Node, without a bundler.
//
//   node scripts/vendor.js [folder of the built package, default pkg/]

import { cp, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Fills `www/vendor/` (ignored by git) anew.
 *
 * @param {object} [from]
 * @param {string} [from.pkg] The built package. Default: `pkg/`, made by `npm run build`.
 * @param {string} [from.to] Where to. Default: `www/vendor/`; the add-on's build names its own folder.
 * @returns {Promise<void>}
 * @throws {Error} when the package has not been built, or the dependencies are not installed.
 */
export async function vendor({ pkg = join(root, 'pkg'), to = join(root, 'www', 'vendor') } = {}) {
  const parser = join(root, 'node_modules', 'eventsource-parser');
  await must(join(pkg, 'index.js'), 'The package is not built: run `npm run build` first.');
  await must(join(parser, 'dist', 'index.js'), 'Dependencies are missing: run `npm ci` first.');

  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, 'eventsource-parser'), { recursive: true });
  await cp(pkg, join(to, 'fetch-with-retry'), { recursive: true, filter: (path) => !path.includes('node_modules') });
  for (const [source, name] of [
    ['dist/index.js', 'index.js'],
    ['dist/index.d.ts', 'index.d.ts'],
    ['LICENSE', 'LICENSE'],
  ]) {
    await cp(join(parser, source), join(to, 'eventsource-parser', name));
  }
}

/**
 * @param {string} path
 * @param {string} otherwise
 */
async function must(path, otherwise) {
  await stat(path).catch(() => {
    throw new Error(otherwise);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await vendor(process.argv[2] ? { pkg: process.argv[2] } : {});
}
