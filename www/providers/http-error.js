// What an error response says, in a form that can be shown: the provider's own sentence, without the
// URLs and keys that some providers repeat in it.

import { showable } from '../lib/showable.js';

const mostBytes = 64 * 1024;
const longestMs = 5000;

/**
 * @typedef {object} HttpError
 * @property {number} status
 * @property {string | null} providerMessage Ready to show, or null where the body says nothing readable.
 * @property {string} body The text, at most 64 KiB, to look for codes in. Not to be shown or logged.
 */

/**
 * @param {Response} response Not ok, its body unread. It is read or cancelled.
 * @param {string} secret The key in use, to be cut out of what is shown.
 * @returns {Promise<HttpError>} Never rejects: an error about an error helps nobody.
 */
export async function readHttpError(response, secret) {
  const body = await readText(response);
  return { status: response.status, providerMessage: providerMessage(body, secret), body };
}

/**
 * @param {unknown} body The text of an error body, or what a provider sent as error event.
 * @param {string} secret
 * @returns {string | null}
 */
export function providerMessage(body, secret) {
  const message = messageIn(typeof body === 'string' ? parse(body) : body);
  return message === null ? null : showable(message, secret);
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * `{error: {message}}` (Anthropic, OpenAI, Gemini), the same in an array (Gemini), `{error: "…"}`
 * (Ollama), `{message}` (Mistral, vLLM), `{detail}` (FastAPI).
 *
 * @param {any} body
 * @returns {string | null}
 */
function messageIn(body) {
  const top = Array.isArray(body) ? body[0] : body;
  for (const found of [top?.error?.message, top?.error, top?.message, top?.detail]) {
    if (typeof found === 'string' && found.trim() !== '') return found;
  }
  return null;
}

/** @param {Response} response */
async function readText(response) {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const timer = setTimeout(() => reader.cancel().catch(() => {}), longestMs);
  const utf8 = new TextDecoder();
  let text = '';
  try {
    while (text.length < mostBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      text += utf8.decode(value, { stream: true });
    }
  } catch {
    // What arrived before the body broke still says more than nothing.
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
  return text.slice(0, mostBytes);
}
