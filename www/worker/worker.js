// The dedicated worker, for any provider: `new Worker(url, { type: 'module' })`.
//
// It has no extension API and dies with the page or background that started it. A page is alive as long as
// it is seen; a background has to hold `keepAwake(untilTheTurnEnds)` (background/runner.js does).

import { Conversation } from './conversation.js';

const conversation = new Conversation((message) => /** @type {any} */ (self).postMessage(message));

self.addEventListener('message', (event) => conversation.receive(event.data));
