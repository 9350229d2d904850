// Elements by a line of code each.

/**
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export const byId = (id) => /** @type {T} */ (/** @type {unknown} */ (document.getElementById(id)));

/**
 * @param {string} id
 * @returns {import('../vendor/fetch-with-retry/retry-line.js').RetryLine}
 */
export const retryLine = (id) => byId(id);

/**
 * @param {string} tag
 * @param {string} [className]
 * @param {...(string | Node)} inside
 * @returns {HTMLElement}
 */
export function make(tag, className = '', ...inside) {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...inside);
  return element;
}

/**
 * @param {string} text
 * @param {() => void} onClick
 * @returns {HTMLButtonElement}
 */
export function button(text, onClick) {
  const element = /** @type {HTMLButtonElement} */ (make('button', '', text));
  element.type = 'button';
  element.addEventListener('click', onClick);
  return element;
}

/**
 * A field of a form.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {any} With `value`, or `checked`.
 */
export const field = (form, name) => form.elements.namedItem(name);
