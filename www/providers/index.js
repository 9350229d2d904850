// The five by the name that settings and messages use.

/** @import { Provider } from './provider.js' */
/** @import { ProviderOptions } from './types.js' */
import { Anthropic } from './anthropic.js';
import { GoogleGemini } from './google_gemini.js';
import { Ollama } from './ollama.js';
import { OpenAIComp } from './openai_comp.js';
import { OpenAIResponses } from './openai_responses.js';

/** @type {Readonly<Record<string, typeof Provider>>} */
export const providers = Object.freeze(
  Object.fromEntries([Anthropic, GoogleGemini, Ollama, OpenAIComp, OpenAIResponses].map((provider) => [provider.id, provider])),
);

/**
 * @param {string} name A key of `providers`.
 * @param {ProviderOptions} [options]
 * @returns {Provider}
 * @throws {TypeError} for an unknown name.
 */
export function createProvider(name, options) {
  if (!Object.hasOwn(providers, name)) throw new TypeError(`There is no provider of this name. Known: ${Object.keys(providers).join(', ')}.`);
  return new providers[name](options);
}
