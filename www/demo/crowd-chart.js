// The drawing of many calls: a thin row for each, seconds to the right. All marks of a kind are one path,
// so that hundreds of them cost no more than a handful of elements. Kinds differ by shape: a disc is
// an answer, a cross a refusal, a line a wait, a hatched bar a wait for what another call was told.

import { ticksFor } from './axis.js';
import { set, svg } from './svg.js';

/** @typedef {import('./crowd.js').Crowd} Crowd */
/** @typedef {import('./history.js').Span} Span */
/** @typedef {(ms: number) => number} Scale */

const ROW_PX = 14;
const LEFT_PX = 26;
const RIGHT_PX = 16;
const AXIS_PX = 24;
const TOP_PX = 2;
const LABEL_EVERY = 5;
const DISC_PX = 4.5;
const CROSS_PX = 3.5;
const CLEAR_PX = 6; // around the middle of a mark, so that it stands free

const KINDS = /** @type {const} */ (['planned', 'told', 'held', 'sending', 'sent', 'refused', 'answered', 'cancelled']);
/** @typedef {(typeof KINDS)[number]} Kind */

/** @type {Record<Kind, (from: number, to: number, y: number) => string>} what is drawn, in pixels */
const SHAPES = {
  planned: (from, to, y) => `M${from} ${y}H${to}`,
  told: (from, to, y) => (to > from + CLEAR_PX ? `M${from + CLEAR_PX} ${y}H${to}` : ''),
  held: (from, to, y) => `M${from} ${y - 3}H${to}V${y + 3}H${from}Z`,
  sending: (from, to, y) => `M${from} ${y - 3}H${Math.max(to, from + 2)}V${y + 3}H${from}Z`,
  sent: (from, to, y) => (to > from + CLEAR_PX ? `M${from} ${y - 3}H${to - CLEAR_PX}V${y + 3}H${from}Z` : ''),
  refused: (_, to, y) => `M${to - CROSS_PX} ${y - CROSS_PX}l7 7m0 -7l-7 7`,
  answered: (_, to, y) => `M${to - DISC_PX} ${y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z`,
  cancelled: (_, to, y) => `M${to - 3} ${y - 3}h6v6h-6Z`,
};

/**
 * @param {Span} span
 * @returns {Kind[]} what it is drawn as
 */
function kindsOf({ kind, state, isHeld }) {
  if (kind === 'answer') return state === 'cancelled' ? ['cancelled'] : [];
  if (kind === 'attempt' && state === 'running') return ['sending'];
  const line = kind === 'attempt' ? 'sent' : isHeld ? 'held' : 'told';
  if (state === 'cancelled') return [line, 'cancelled'];
  if (kind === 'attempt') return [line, state === 'ok' ? 'answered' : 'refused'];
  return state === 'running' ? [line, 'planned'] : [line];
}

/** One drawing. */
export class CrowdChart {
  element;
  #crowd;
  #grid = svg('g', { class: 'grid' });
  #now = svg('line', { class: 'now' });
  #paths = KINDS.map((kind) => svg('path', { class: kind }));

  /** @param {Crowd} crowd */
  constructor(crowd) {
    this.#crowd = crowd;
    const marks = svg('g', { class: 'crowd' }, this.#paths);
    this.element = svg('svg', { 'aria-hidden': 'true', focusable: 'false' }, [this.#grid, this.#now, marks]);
  }

  /**
   * Draws the run as it is now.
   * @param {number} width pixels
   * @param {number} lengthMs of the axis
   */
  draw(width, lengthMs) {
    const { histories, elapsedMs, isOver } = this.#crowd;
    const plotPx = width - LEFT_PX - RIGHT_PX;
    /** @type {Scale} */
    const x = (ms) => Math.round((LEFT_PX + (ms / lengthMs) * plotPx) * 10) / 10;
    const bottom = TOP_PX + histories.length * ROW_PX + 4;
    set(this.element, { width, height: bottom + AXIS_PX, viewBox: `0 0 ${width} ${bottom + AXIS_PX}` });
    this.#drawGrid(x, ticksFor(lengthMs, plotPx), bottom);
    set(this.#now, { x1: x(elapsedMs), x2: x(elapsedMs), y1: 0, y2: bottom, visibility: isOver ? 'hidden' : 'visible' });

    const shapes = /** @type {Record<Kind, string>} */ (Object.fromEntries(KINDS.map((kind) => [kind, ''])));
    for (const [index, { spans }] of histories.entries()) {
      for (const span of spans) {
        for (const kind of kindsOf(span)) {
          const [from, to] = kind === 'planned' ? [elapsedMs, span.plannedTo ?? 0] : [span.from, span.to ?? elapsedMs];
          shapes[kind] += SHAPES[kind](x(from), x(Math.max(from, to)), middleOf(index));
        }
      }
    }
    for (const [index, kind] of KINDS.entries()) set(this.#paths[index], { d: shapes[kind] });
  }

  /**
   * @param {Scale} x
   * @param {number[]} ticks seconds
   * @param {number} bottom
   */
  #drawGrid(x, ticks, bottom) {
    const lines = ticks.flatMap((second, index) => {
      const at = x(second * 1000);
      const text = index === ticks.length - 1 ? `${second} s` : String(second);
      return [
        svg('line', { x1: at, x2: at, y1: 0, y2: bottom }),
        svg('text', { x: at, y: bottom + 17, 'text-anchor': 'middle' }, [text]),
      ];
    });
    const numbers = this.#crowd.histories
      .map((_, index) => index + 1)
      .filter((number) => number === 1 || number % LABEL_EVERY === 0)
      .map((number) => svg('text', { x: 16, y: middleOf(number - 1) + 4, 'text-anchor': 'end' }, [String(number)]));
    this.#grid.replaceChildren(...lines, ...numbers);
  }
}

/** @param {number} index of a row */
const middleOf = (index) => TOP_PX + index * ROW_PX + ROW_PX / 2;
