// Static files, so that pages, workers and the package come from the same place as the scripts.

import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * Finds the file for a path. The longest prefix wins.
 * @param {Record<string, string>} serve URL path prefix (with both slashes) → directory
 * @param {string} pathname as in the URL, still percent-encoded
 * @returns {Promise<{ type: string, bytes: Buffer } | null>} null if there is none
 */
export async function findFile(serve, pathname) {
  const prefix = Object.keys(serve)
    .filter((candidate) => pathname.startsWith(candidate))
    .sort((a, b) => b.length - a.length)[0];
  if (prefix === undefined) return null;
  try {
    const root = resolve(serve[prefix]);
    const rest = decodeURIComponent(pathname.slice(prefix.length));
    const path = resolve(join(root, rest.endsWith('/') || rest === '' ? `${rest}index.html` : rest));
    // Encoded dots and slashes survive the URL parser; a NUL makes readFile throw.
    if (!path.startsWith(root + sep)) return null;
    return { type: TYPES[extname(path)] ?? 'application/octet-stream', bytes: await readFile(path) };
  } catch {
    return null;
  }
}
