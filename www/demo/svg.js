// The little that is needed to make and change SVG. Presentation attributes only: a style attribute
// would be refused by the page's content security policy.

/** @typedef {Record<string, string | number>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {(Element | string)[]} [children]
 * @returns {SVGElementTagNameMap[Name]} a new element
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  set(element, attributes);
  element.append(...children);
  return element;
}
