// What plays and shows a scenario: one for a single call, one for many at once.

/**
 * @typedef {object} Ending
 * @property {'good' | 'bad' | 'neutral'} tone
 * @property {import('./status.js').Said} said
 */

/**
 * @typedef {object} Stage
 * @property {number | null} waitingId the wait that can be ended by hand
 * @property {(scenario: import('./scenarios.js').Scenario, mode: 'without' | 'with' | 'both', signal: AbortSignal, changed: () => void) => Promise<Ending>} play
 *   until all is over; rejects only for errors of this page
 * @property {() => void} draw as it is now
 */

/**
 * Shows the parts of the page that belong to a stage, and hides those of the others.
 * @param {'one' | 'many'} name
 */
export function showStage(name) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-stage]'))) {
    part.hidden = part.dataset.stage !== name;
  }
}
