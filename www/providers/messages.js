// The conversation as the add-on keeps it, and what all providers have to do to it before they send it.

/**
 * @typedef {object} Message
 * @property {'system' | 'user' | 'assistant'} role
 * @property {string | Array<{ type?: string, text?: string }>} content A text, or parts, of which only
 *   texts are sent: images are left out.
 * @property {string} [responseId] Of an assistant's message: the provider's name for it.
 */

/**
 * A message as it is sent: one text.
 * @typedef {object} Said
 * @property {'user' | 'assistant'} role
 * @property {string} text
 * @property {string} [responseId]
 */

/**
 * Separates what the user and the model said from what the model is told about its task, which most
 * providers want in a place of its own. Messages without text are dropped: providers refuse them.
 *
 * @param {Message[]} messages
 * @param {string} systemPrompt Comes before any system message.
 * @returns {{ system: string, said: Said[] }}
 */
export function splitSystem(messages, systemPrompt) {
  const system = [systemPrompt];
  /** @type {Said[]} */
  const said = [];
  for (const { role, content, responseId } of messages) {
    const text = textOf(content);
    if (text.trim() === '') continue;
    if (role === 'system') system.push(text);
    else said.push(responseId === undefined ? { role, text } : { role, text, responseId });
  }
  return { system: system.filter((text) => text.trim() !== '').join('\n\n'), said };
}

/** @param {Message['content']} content */
function textOf(content) {
  if (typeof content === 'string') return content;
  return content
    .map((part) => part.text ?? '')
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * An object without its undefined members, since some providers refuse a null or empty field.
 *
 * @template {Record<string, unknown>} T
 * @param {T} members
 * @returns {Partial<T>}
 */
export function given(members) {
  return /** @type {Partial<T>} */ (
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  );
}

/**
 * A number from a form field.
 *
 * @param {unknown} value
 * @returns {number | undefined} undefined for an empty or unreadable one: the provider's default then holds.
 */
export function numberOf(value) {
  if (value === '' || value === null || value === undefined || typeof value === 'boolean') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * The concatenated `text` members of parts, or undefined.
 *
 * @param {Array<{ text?: string } | undefined> | undefined} parts
 * @returns {string | undefined}
 */
export function joinTexts(parts) {
  const text = (parts ?? []).map((part) => part?.text ?? '').join('');
  return text === '' ? undefined : text;
}
