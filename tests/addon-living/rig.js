// Lays the add-on out and gathers what it reports. What is to be stopped and what must not be are add-ons of
// their own: whatever keeps a background awake keeps all of it awake.

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFaultyServer } from '../server/server.js';
import { startForeign } from './foreign.js';

/**
 * @typedef {object} Plan
 * @property {'awake' | 'asleep' | 'stream' | 'diagnose' | 'cooldown'} what
 * @property {string} url
 * @property {Record<string, string>} [urls]
 * @property {string} hang a request that never ends
 * @property {string} report
 * @property {string} token
 */

/** @typedef {import('../server/server.js').Registered} Registered */
/** @typedef {{ token: string, kind: string, value: any, atMs: number }} Report */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PKG = process.env.PKG ?? join(HERE, '../../pkg');

/**
 * @param {string} folder for the add-ons
 * @returns the rig; close it
 */
export async function startRig(folder) {
  /** @type {Report[]} */
  const reports = [];
  const routes = {
    'POST /report': (/** @type {Report} */ report) => void reports.push({ ...report, atMs: performance.now() }),
  };
  // The add-on has permission for the one host, and not for the other.
  const allowed = await startFaultyServer({ host: '127.0.0.1', routes });
  const foreign = await startForeign('127.0.0.2');

  /**
   * @param {import('../addon/build/apps.js').App} app
   * @param {Pick<Plan, 'what'> & Partial<Plan>} plan
   * @returns the add-on, installed and running
   */
  async function install(app, plan) {
    const token = crypto.randomUUID();
    const hang = allowed.script([{ action: 'hang-before-headers' }], { origin: await allowed.openOrigin() });
    const to = join(folder, `${plan.what}-${token}`);
    await mkdir(to);
    await cp(HERE, to, { recursive: true });
    await cp(PKG, join(to, 'pkg'), { recursive: true });
    await Promise.all(['rig.js', 'foreign.js', 'plan.d.ts'].map((name) => rm(join(to, name))));
    await writeFile(join(to, 'package.js'), "export * from './pkg/index.js';\n");
    const manifest = JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8'));
    manifest.browser_specific_settings = { gecko: { id: `${token}@tests.invalid` } };
    await writeFile(join(to, 'manifest.json'), JSON.stringify(manifest));
    /** @type {Plan} */
    const whole = { url: '', ...plan, hang: hang.url, report: `${allowed.origin}/report`, token };
    await writeFile(join(to, 'plan.js'), `export const plan = ${JSON.stringify(whole)};\n`);
    await app.install(to);
    const own = (/** @type {string} */ kind) => reports.filter((report) => report.token === token && report.kind === kind);
    return {
      starts: () => own('started').length,
      /** @returns {Report | undefined} */
      outcome() {
        const [broken] = own('broken');
        if (broken) throw new Error(`${plan.what}: ${broken.value}`);
        return own('outcome')[0];
      },
      /** @returns {number | null | undefined} when its background was stopped; null while it runs */
      stoppedAt: () => hang.log()[0]?.closedByClientAtMs,
    };
  }

  return {
    allowed,
    foreign,
    install,
    close: async () => void (await Promise.all([allowed.close(), foreign.close()])),
  };
}
