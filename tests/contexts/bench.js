// What all contexts of a test run share: the server, the suites, the package under test, and a
// folder for what has to be written down, profiles included.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startFaultyServer } from '../server/server.js';
import { select } from '../suite/harness.js';
import { Job } from './job.js';

const TESTS = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {Awaited<ReturnType<typeof openBench>>} Bench */
/** @typedef {{ pkg: string, run: string, suites: string[] }} Modules the modules of a run, as specifiers */

/**
 * Sets everything up.
 * @param {object} [choice]
 * @param {string} [choice.pkg] the package's folder
 * @param {string} [choice.only] part of the names of the tests to run
 * @param {number} [choice.atOnce] how many tests run together in a context
 * @param {string[]} [choice.suites] files; default all of tests/suite
 * @returns the bench; close it
 */
export async function openBench({ pkg = join(TESTS, '../pkg'), only, atOnce = 6, suites } = {}) {
  const entry = join(resolve(pkg), 'index.js');
  if (!existsSync(entry)) throw new Error(`The package is missing (${entry}): npm run build`);
  const files = suites ?? (await suiteFiles());
  /** @type {import('../suite/harness.js').Test[][]} */
  const loaded = await Promise.all(files.map(async (file) => (await import(pathToFileURL(file).href)).default));

  const folder = await mkdtemp(join(tmpdir(), 'fetch-with-retry-tests-'));
  /** @type {Map<string, Job>} */
  const jobs = new Map();
  const server = await startFaultyServer({
    serve: { '/pkg/': dirname(entry), '/tests/': TESTS, '/suites/': dirname(files[0]), '/runs/': folder },
    routes: { 'POST /report': ({ token, report }) => jobs.get(token)?.receive(report) },
  });

  return {
    server,
    folder,

    /**
     * Begins a run: the job that waits for its results, and the module that produces them.
     * @param {string} context
     */
    begin(context) {
      const tests = select(loaded, { context, only });
      const job = new Job(context, tests);
      jobs.set(job.token, job);
      const { origin, deadOrigin } = server;
      const config = { token: job.token, context, origin, deadOrigin, only, atOnce };

      /**
       * Nothing is imported dynamically, since service workers cannot; so each run has its own module.
       * @param {Modules} modules
       */
      const moduleText = ({ pkg, run, suites }) =>
        [
          `import * as api from ${JSON.stringify(pkg)};`,
          `import { start } from ${JSON.stringify(run)};`,
          ...suites.map((suite, index) => `import suite${index} from ${JSON.stringify(suite)};`),
          `start(api, [${suites.map((_, index) => `suite${index}`)}], ${JSON.stringify(config)});\n`,
        ].join('\n');

      /**
       * Writes the run's module.
       * @param {'file' | 'url'} kind what it imports from
       * @returns {Promise<{ path: string, url: string }>} where it is
       */
      async function writeModule(kind) {
        const modules =
          kind === 'url'
            ? {
                pkg: '/pkg/index.js',
                run: '/tests/suite/run.js',
                suites: files.map((file) => `/suites/${file.slice(dirname(files[0]).length + 1)}`),
              }
            : {
                pkg: pathToFileURL(entry).href,
                run: pathToFileURL(join(TESTS, 'suite/run.js')).href,
                suites: files.map((file) => pathToFileURL(file).href),
              };
        await mkdir(join(folder, job.token));
        const path = join(folder, job.token, 'run.mjs');
        await writeFile(path, moduleText(modules));
        return { path, url: `/runs/${job.token}/run.mjs` };
      }

      return { job, tests, writeModule };
    },

    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** @returns {Promise<string[]>} every suite there is */
async function suiteFiles() {
  const folder = join(TESTS, 'suite');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.suite.js')).sort();
  return names.map((name) => join(folder, name));
}
