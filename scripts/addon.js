// `npm run addon`: makes the add-on out of www/ and pkg/, unpacked and as .xpi, in dist/. Nothing is bundled:
// the files are those that a reader finds in www/.

import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { manifest } from './addon-manifest.js';
import { root } from './tools.js';
import { vendor } from './vendor.js';

/** Of www/, what is in the add-on. The demo, the server and its provider host are not. */
const FOLDERS = ['background', 'chat', 'lib', 'providers', 'streams', 'worker'];

/**
 * Of the two packages, what runs, and the terms it comes under.
 * @param {string} path
 */
const isShipped = (path) => !/\.d\.ts$|\.wasm$|\.md$|\/docs\b|package\.json$/.test(path);

/**
 * Lays the add-on out in a folder.
 * @param {object} what
 * @param {string} what.to the folder; emptied
 * @param {2 | 3} [what.version] of the manifest
 * @param {string} [what.pkg] the built package; default pkg/
 */
export async function layOut({ to, version = 3, pkg = join(root, 'pkg') }) {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const folder of FOLDERS) await cp(join(root, 'www', folder), join(to, folder), { recursive: true });
  const copies = join(to, 'all-of-vendor');
  await vendor({ pkg, to: copies });
  await cp(copies, join(to, 'vendor'), { recursive: true, filter: isShipped });
  await rm(copies, { recursive: true });
  const { version: addonVersion } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await writeFile(join(to, 'manifest.json'), `${JSON.stringify(manifest(version, addonVersion), null, 2)}\n`);
}

/**
 * Packs a folder. Names in order and one date for all, so that the same files make the same archive.
 * @param {string} folder
 * @param {string} file
 */
async function pack(folder, file) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  for (const path of paths.sort()) files[path.replaceAll('\\', '/')] = await readFile(join(folder, path));
  const bytes = zipSync(files, { level: 9, mtime: new Date('2020-01-01T00:00:00') });
  await writeFile(file, bytes);
  console.log(`${relative(root, file)}: ${(bytes.length / 1000).toFixed(0)} KB, ${paths.length} files`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(root, 'dist');
  for (const [version, name] of /** @type {const} */ ([[3, 'chat'], [2, 'chat-mv2']])) {
    await layOut({ to: join(dist, name), version });
    await pack(join(dist, name), join(dist, `${name}.xpi`));
  }
}
