// What the page keeps for the tests: what the element emitted, and what the policy of the page forbade.

// @ts-ignore: served from there
import '/pkg/retry-line.js';

/** @type {any[]} */
const heard = [];
/** @type {string[]} */
const forbidden = [];
Object.assign(globalThis, { heard, forbidden });

const outside = /** @type {HTMLElement} */ (document.getElementById('outside'));
for (const name of ['stop', 'retrynow']) {
  outside.addEventListener(name, (event) => heard.push([name, /** @type {CustomEvent} */ (event).detail, event.bubbles, event.composed]));
}
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  // The icon is the browser's own wish.
  if (!/img-src/.test(violatedDirective)) forbidden.push(`${violatedDirective} ${blockedURI}`);
});
