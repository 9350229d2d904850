// The background context. It does what its plan says, and reports over HTTP: a debugger would keep it
// alive. A request that never ends shows the server when the context is stopped.

import { plays } from './plays.js';
import { plan } from './plan.js';
import { report } from './report.js';

void report('started', plan.what);
void fetch(plan.hang).catch(() => {});
plays[plan.what](plan).then((outcome) => report('outcome', outcome), (error) => report('broken', String(error)));
