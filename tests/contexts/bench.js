// What all contexts of a test run share: the server, the package under test, and a folder for what has
// to be written down, browser profiles included.

import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startFaultyServer } from '../server/server.js';
import { select } from '../suite/harness.js';
import { Job } from './job.js';

const TESTS = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {Awaited<ReturnType<typeof openBench>>} Bench */

/**
 * Sets everything up.
 * @param {object} [choice]
 * @param {string} [choice.pkg] the package's folder
 * @param {string} [choice.only] part of the names of the tests to run
 * @param {number} [choice.atOnce] how many tests run together in a context
 * @returns the bench; close it
 */
export async function openBench({ pkg = join(TESTS, '../pkg'), only, atOnce = 6 } = {}) {
  const pkgFolder = resolve(pkg);
  if (!existsSync(join(pkgFolder, 'index.js'))) throw new Error(`No package in ${pkg}: npm run build`);
  const folder = await mkdtemp(join(tmpdir(), 'fetch-with-retry-tests-'));
  // For a run that is broken off. Not more than that: the browsers are still writing to it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const suites = (await readdir(join(TESTS, 'suite'))).filter((name) => name.endsWith('.suite.js')).sort();

  /** @type {Map<string, Job>} */
  const jobs = new Map();
  const server = await startFaultyServer({
    serve: { '/pkg/': pkgFolder, '/tests/': TESTS, '/runs/': folder },
    routes: { 'POST /report': ({ token, report }) => jobs.get(token)?.receive(report) },
  });

  /**
   * Begins a run: the job that waits for its results, and the module that produces them. Nothing is
   * imported dynamically, since service workers cannot; so each run has a module of its own.
   * @param {string} context
   * @param {object} [what]
   * @param {string[]} [what.files] suites, below tests/; default all, and filtered
   */
  async function begin(context, { files } = {}) {
    const { origin, deadOrigin } = server;
    const config = { context, only: files ? undefined : only, atOnce, origin, deadOrigin };
    const paths = files ?? suites.map((name) => `suite/${name}`);
    const modules = await Promise.all(paths.map((path) => import(pathToFileURL(join(TESTS, path)).href)));
    const tests = select(modules.map((module) => module.default), config);
    const job = new Job(context, tests);
    jobs.set(job.token, job);

    /**
     * Writes the run's module, for Node or for browsers.
     * @param {'file' | 'http'} scheme
     * @returns {Promise<string>} its URL
     */
    async function writeModule(scheme) {
      const [pkgBase, testsBase, runsBase] =
        scheme === 'http'
          ? ['pkg', 'tests', 'runs'].map((name) => `${origin}/${name}`)
          : [pkgFolder, TESTS, folder].map((path) => pathToFileURL(path).href.replace(/\/$/, ''));
      const text = moduleText(`${pkgBase}/index.js`, testsBase, paths, { ...config, token: job.token });
      await writeFile(join(folder, `${job.token}.mjs`), text);
      return `${runsBase}/${job.token}.mjs`;
    }

    return { job, tests, writeModule };
  }

  return {
    server,
    folder,
    begin,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/**
 * @param {string} pkg
 * @param {string} base
 * @param {string[]} paths
 * @param {Omit<import('../suite/run.js').Config, 'pkg'>} config
 */
function moduleText(pkg, base, paths, config) {
  const from = (/** @type {string} */ path) => JSON.stringify(`${base}/${path}`);
  return [
    `import * as api from ${JSON.stringify(pkg)};`,
    `import { start } from ${from('suite/run.js')};`,
    ...paths.map((path, index) => `import suite${index} from ${from(path)};`),
    `const suites = [${paths.map((_, index) => `suite${index}`)}];`,
    `start(api, suites, ${JSON.stringify({ ...config, pkg })});\n`,
  ].join('\n');
}
