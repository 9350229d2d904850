// One row of the time line: a name, how it ended, and its bar. Kinds differ by pattern and shape as well
// as by colour: attempts are solid and end in a tick or a cross, waits are hatched in an outline of
// the length planned, answers are a thin line with a thick end.

import { set, svg } from './svg.js';
import { detailOf, nameOf } from './words.js';

/** @typedef {import('./history.js').Span} Span */
/**
 * @typedef {object} Frame where rows are put
 * @property {(ms: number) => number} x
 * @property {number} elapsedMs
 * @property {boolean} stacked whether words stand above the bar, not beside it
 */

const BAR_PX = 12;
const THINNEST_PX = 3;

/** @type {Partial<Record<Span['state'], string>>} */
const MARKS = {
  ok: 'M-4 0 L-1 3.5 L5 -4',
  failed: 'M-4 -4 L4 4 M-4 4 L4 -4',
  cancelled: 'M-3.5 -3.5 H3.5 V3.5 H-3.5 Z',
  early: 'M-3 -4.5 L4 0 L-3 4.5 Z',
};

/**
 * The height that a row needs.
 * @param {boolean} stacked
 * @returns {number} pixels
 */
export function rowHeight(stacked) {
  return stacked ? 46 : 34;
}

/** A row. */
export class Row {
  #name = svg('text', { class: 'name' });
  #detail = svg('text', { class: 'detail' });
  #planned = svg('rect', { class: 'planned', height: BAR_PX, rx: 2 });
  #bar = svg('rect', { height: BAR_PX, rx: 2 });
  #mark = svg('path', { class: 'mark' });
  #span;

  /** @param {Span} span */
  constructor(span) {
    this.#span = span;
    this.#name.textContent = nameOf(span);
    this.element = svg('g', {}, [this.#name, this.#detail, this.#planned, this.#bar, this.#mark]);
  }

  /**
   * Draws it as it is now.
   * @param {number} top
   * @param {Frame} frame
   */
  draw(top, { x, elapsedMs, stacked }) {
    const { kind, from, to, plannedTo, state } = this.#span;
    const textY = top + (stacked ? 15 : 21);
    const barY = top + (stacked ? 24 : 11);
    const left = x(from);
    const width = Math.max(x(to ?? elapsedMs) - left, THINNEST_PX);
    this.element.setAttribute('class', `row ${kind} ${state}`);
    set(this.#name, { x: 0, y: textY });
    set(this.#detail, { x: 84, y: textY });
    const detail = detailOf(this.#span, elapsedMs);
    if (this.#detail.textContent !== detail) this.#detail.textContent = detail;
    set(this.#planned, { x: left, y: barY, width: plannedTo === null ? 0 : Math.max(x(plannedTo) - left, width) });
    const thin = kind === 'answer' ? 3 : 0;
    set(this.#bar, { x: left, y: barY + thin, width, height: BAR_PX - 2 * thin });
    const mark = kind === 'wait' && state === 'ok' ? undefined : MARKS[state];
    set(this.#mark, { d: mark ?? '', transform: `translate(${(left + width + 11).toFixed(1)} ${barY + BAR_PX / 2})` });
  }
}
