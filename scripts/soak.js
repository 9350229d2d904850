// `npm run soak`: the loop under virtual time, millions of calls. SOAK_CALLS says how many, SOAK_FROM at which
// seed to begin: otherwise each run plays scenarios that none before it has.

import { spawnSync } from 'node:child_process';
import { root } from './tools.js';

const { SOAK_CALLS = '10000000', SOAK_FROM = String(Date.now() * 1000) } = process.env;

// The release profile is made for size; this is made for speed, and to be built soon.
const settings = ['opt-level=3', 'lto=false', 'codegen-units=8', 'debug-assertions=true', 'overflow-checks=true']
  .flatMap((setting) => ['--config', `profile.release.${setting}`]);

const { status } = spawnSync(
  'cargo',
  ['test', '--release', ...settings, '--test', 'simulation', '--', '--nocapture'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SOAK_CALLS, SOAK_FROM } },
);
process.exit(status ?? 1);
