// The time line, drawn to scale: seconds to the right, one row for each attempt, wait and answer. It is
// drawn in the pixels of its container, so that words keep their size on any screen. Beside the
// drawing it keeps a list of the same spans, which is what a screen reader reads.

import { lengthFor, ticksFor } from './axis.js';
import { Row, rowHeight } from './bars.js';
import { set, svg } from './svg.js';
import { detailOf, nameOf } from './words.js';

/** @typedef {import('./history.js').History} History */
/** @typedef {import('./history.js').Span} Span */

const LABELS_PX = 248;
const STACKED_BELOW_PX = 560;
const AXIS_PX = 30;
const FEWEST_ROWS = 3;
const RIGHT_PX = 22; // room for the mark of a bar that ends at the edge

/** The drawing and its list. */
export class Timeline {
  #svg;
  #list;
  #grid = svg('g', { class: 'grid' });
  #rows = svg('g');
  #now = svg('line', { class: 'now' });
  /** @type {Map<Span, { row: Row, item: HTMLLIElement }>} */
  #drawn = new Map();
  /** @type {History | null} */
  #history = null;
  #lengthMs = lengthFor(0);
  #steady;

  /**
   * @param {SVGSVGElement} drawing
   * @param {HTMLElement} list
   * @param {() => boolean} steady whether motion is unwanted
   */
  constructor(drawing, list, steady) {
    this.#svg = drawing;
    this.#list = list;
    this.#steady = steady;
    this.#svg.append(this.#grid, this.#now, this.#rows);
    new ResizeObserver(() => this.draw()).observe(/** @type {Element} */ (drawing.parentElement));
  }

  /**
   * Shows another history, from its beginning.
   * @param {History} history
   */
  show(history) {
    this.#history = history;
    this.#drawn.clear();
    this.#rows.replaceChildren();
    this.#list.replaceChildren();
    this.#lengthMs = lengthFor(0);
    this.draw();
  }

  /** Draws the history as it is now. */
  draw() {
    const width = this.#svg.parentElement?.clientWidth ?? 0;
    if (width === 0) return;
    const spans = this.#history?.spans ?? [];
    const running = this.#history?.current !== undefined;
    const last = spans.at(-1);
    const elapsedMs = running ? (this.#history?.elapsedMs ?? 0) : (last?.to ?? 0);
    this.#stretch(Math.max(elapsedMs, ...spans.map(({ to, plannedTo }) => (to === null ? (plannedTo ?? 0) : to))));

    const stacked = width < STACKED_BELOW_PX;
    const left = stacked ? 2 : LABELS_PX;
    const plotPx = width - left - RIGHT_PX;
    /** @param {number} ms */
    const x = (ms) => left + (ms / this.#lengthMs) * plotPx;
    const bottom = Math.max(spans.length, FEWEST_ROWS) * rowHeight(stacked) + 4;
    set(this.#svg, { width, height: bottom + AXIS_PX, viewBox: `0 0 ${width} ${bottom + AXIS_PX}` });
    this.#drawGrid(x, plotPx, bottom);
    set(this.#now, { x1: x(elapsedMs), x2: x(elapsedMs), y1: 0, y2: bottom, visibility: running ? 'visible' : 'hidden' });
    for (const [index, span] of spans.entries()) {
      this.#entryOf(span).row.draw(index * rowHeight(stacked), { x, elapsedMs, stacked });
    }
    this.#describe(spans, elapsedMs);
  }

  /** @param {number} ms that have to fit */
  #stretch(ms) {
    const wanted = lengthFor(ms);
    const missing = wanted - this.#lengthMs;
    this.#lengthMs += this.#steady() || missing < 10 ? missing : missing * 0.2;
  }

  /**
   * @param {(ms: number) => number} x
   * @param {number} plotPx
   * @param {number} bottom
   */
  #drawGrid(x, plotPx, bottom) {
    const ticks = ticksFor(this.#lengthMs, plotPx);
    this.#grid.replaceChildren(
      ...ticks.flatMap((second, index) => {
        const at = x(second * 1000);
        const text = index === ticks.length - 1 ? `${second} s` : String(second);
        const anchor = index === 0 && x(0) < 10 ? 'start' : 'middle';
        return [
          svg('line', { x1: at, x2: at, y1: 0, y2: bottom }),
          svg('text', { x: at, y: bottom + 20, 'text-anchor': anchor }, [text]),
        ];
      }),
    );
  }

  /** @param {Span} span */
  #entryOf(span) {
    let entry = this.#drawn.get(span);
    if (!entry) {
      entry = { row: new Row(span), item: document.createElement('li') };
      this.#rows.append(entry.row.element);
      this.#list.append(entry.item);
      this.#drawn.set(span, entry);
    }
    return entry;
  }

  /**
   * @param {Span[]} spans
   * @param {number} elapsedMs
   */
  #describe(spans, elapsedMs) {
    for (const span of spans) {
      // The words of a running span change many times a second, which is no way to be read to.
      const text = span.to === null ? `${nameOf(span)}: running` : `${nameOf(span)}: ${detailOf(span, elapsedMs)}`;
      const { item } = this.#entryOf(span);
      if (item.textContent !== text) item.textContent = text;
    }
  }
}
