// What `npm run addon` makes: complete, without what is only for testing, and without a complaint of the linter.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { layOut } from '../../scripts/addon.js';
import { root } from '../../scripts/tools.js';

const run = promisify(execFile);

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'addon-'));
  await layOut({ to: join(folder, '3'), version: 3 });
  await layOut({ to: join(folder, '2'), version: 2 });
});
after(() => rm(folder, { recursive: true, force: true }));

const filesOf = async () => {
  const entries = await readdir(join(folder, '3'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(join(folder, '3'), join(entry.parentPath, entry.name)));
};

test('each file that is imported is there, by a relative path', async () => {
  const files = (await filesOf()).filter((path) => path.endsWith('.js') && !path.startsWith('vendor'));
  assert.ok(files.length > 30);
  for (const path of files) {
    const text = await readFile(join(folder, '3', path), 'utf8');
    for (const [, from] of text.matchAll(/^(?:import|export) (?:.* from )?'([^']+)';/gm)) {
      assert.match(from, /^\.\.?\//, path);
      await readFile(resolve(folder, '3', dirname(path), from));
    }
  }
});

test('the provider host, the demo and the types are not in it, and nothing calls a provider by plain fetch', async () => {
  for (const path of await filesOf()) {
    assert.doesNotMatch(path, /server|demo|\.d\.ts$|start\.js|\.test\.js/);
    if (path.startsWith('vendor') || !path.endsWith('.js')) continue;
    const calls = (await readFile(join(folder, '3', path), 'utf8')).match(/(?<![\w.'])fetch\(.*/g) ?? [];
    // The one asks the page's own server what it is, on a web page only.
    assert.deepEqual(calls, path === join('chat', 'platform.js') ? ["fetch('/provider-host').catch(() => null);"] : [], path);
  }
});

test('nothing is granted before it is used', async () => {
  for (const version of ['2', '3']) {
    const manifest = JSON.parse(await readFile(join(folder, version, 'manifest.json'), 'utf8'));
    assert.deepEqual(manifest.permissions, ['storage']);
    assert.equal(manifest.host_permissions, undefined);
  }
});

for (const version of ['2', '3']) {
  test(`web-ext lint has no errors, manifest version ${version}`, async () => {
    const { stdout } = await run('npx', ['web-ext', 'lint', '--source-dir', join(folder, version), '--output', 'json'], { cwd: root }).catch((error) => error);
    const { summary, errors } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    assert.equal(summary.errors, 0, JSON.stringify(errors));
  });
}
