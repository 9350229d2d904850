// One run of many calls, shown: its title, its drawing, the list that a screen reader reads in its place,
// and its line in the table of counts.

import { CrowdChart } from './crowd-chart.js';
import { nameOfRun, perAnswer, tellCall } from './crowd-words.js';
import { seconds } from './words.js';

/** @typedef {import('./crowd.js').Crowd} Crowd */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} [properties]
 * @param {Node[]} [children]
 * @returns {HTMLElementTagNameMap[Name]}
 */
function html(name, properties = {}, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A run on the page. */
export class RunView {
  element;
  counts;
  #crowd;
  #chart;
  #drawing;
  #items;
  #cells = Array.from({ length: 4 }, () => html('td'));

  /** @param {Crowd} crowd */
  constructor(crowd) {
    this.#crowd = crowd;
    this.#chart = new CrowdChart(crowd);
    this.#items = crowd.histories.map(() => html('li'));
    const list = html('ol', { className: 'unseen', ariaLabel: `${nameOfRun(crowd)}, call by call` }, this.#items);
    this.#drawing = html('div', { className: 'drawing' }, [this.#chart.element]);
    this.element = html('div', { className: 'run' }, [html('h3', { textContent: nameOfRun(crowd) }), this.#drawing, list]);
    const name = html('th', { scope: 'row', textContent: crowd.isWithCooldown ? 'With' : 'Without' });
    this.counts = html('tr', {}, [name, ...this.#cells]);
  }

  /** @param {number} lengthMs of the axis */
  draw(lengthMs) {
    const width = this.#drawing.clientWidth;
    if (width === 0) return;
    this.#chart.draw(width, lengthMs);
    const { answered, requests, histories, isOver, elapsedMs } = this.#crowd;
    const texts = [`${answered} of ${histories.length}`, String(requests), perAnswer(this.#crowd), isOver ? seconds(elapsedMs) : '…'];
    for (const [index, text] of texts.entries()) write(this.#cells[index], text);
    for (const [index, history] of histories.entries()) write(this.#items[index], tellCall(history));
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
