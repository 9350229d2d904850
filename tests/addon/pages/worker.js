// The worker of the add-on, overheard.

import './tap.js';
// @ts-ignore: there only in the add-on
import '../worker/worker.js';
