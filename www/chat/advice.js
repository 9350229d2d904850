// What a person can do about a failure: most failures of such add-ons are permanent, and "try again" would be
// no advice. One sentence, and where there is one thing to do, a button for it.

/** @import { Failure, FailureKind } from '../lib/failure.js' */
/** @import { Settings } from '../lib/settings.js' */
import { parseHost } from '../lib/hosts.js';
import { hostOf, modelOf } from '../lib/settings.js';
import { hasHost } from '../lib/webext.js';
import { providers } from '../providers/index.js';

/**
 * @typedef {'again' | 'allow' | 'key' | 'host' | 'models' | 'newChat'} Action
 *
 * @typedef {object} Advice
 * @property {string} text
 * @property {string} [command] To be copied.
 * @property {Action} [action]
 */

/**
 * By kind, where the settings do not matter. What is not here speaks for itself.
 * @type {Partial<Record<FailureKind, Advice>>}
 */
const advice = {
  settings: { text: 'Check the settings.', action: 'host' },
  key: { text: 'Enter the key again; perhaps it was revoked, or belongs to another account.', action: 'key' },
  quota: { text: 'Trying again does not help. Look at plan and billing in your account with the provider, or choose another model.' },
  rateLimit: { text: 'The provider allows a number of requests per minute. Wait a little, then send it again.', action: 'again' },
  overloaded: { text: 'This passes. Wait a little, then send it again.', action: 'again' },
  model: { text: 'Choose another model.', action: 'models' },
  tooLong: { text: 'The conversation is longer than the model can read. Begin a new one.', action: 'newChat' },
  moved: { text: 'Enter the address that the host has moved to.', action: 'host' },
  server: { text: 'Something broke at the provider. Send it again.', action: 'again' },
  timeout: { text: 'The host may be busy with a long prompt, or gone. Send it again.', action: 'again' },
  truncated: { text: 'Send it again for a whole answer.', action: 'again' },
  malformed: { text: 'Check the host: this may be a proxy’s page, or another kind of provider.', action: 'host' },
  provider: { text: 'The provider failed while answering. Send it again.', action: 'again' },
};

/**
 * @param {Failure} failure
 * @param {Settings} settings
 * @returns {Promise<Advice | null>}
 */
export async function adviceFor({ kind }, settings) {
  const { provider } = settings;
  const { local, label } = providers[provider];
  if (kind === 'origins') return ollamaOrigins();
  if (kind === 'blocked' || kind === 'network') {
    const { pattern, origin } = parseHost(hostOf(settings));
    const host = new URL(origin).host;
    if (!(await hasHost(pattern))) return { text: `The add-on has no permission to talk to ${host}.`, action: 'allow' };
    if (kind === 'network') {
      const text = local ? `Is ${label === 'Ollama' ? 'Ollama' : 'the server'} running at ${host}?` : 'Are you online? Is the host right?';
      return { text, action: 'again' };
    }
    if (provider === 'ollama') return ollamaOrigins();
    return { text: `The host has to allow requests from ${location.origin} (CORS). Hosted providers do so for add-ons with permission; a proxy may not.`, action: 'host' };
  }
  if (kind === 'model' && provider === 'ollama') {
    return { text: 'Choose another model, or fetch this one:', command: `ollama pull ${modelOf(settings)}`, action: 'models' };
  }
  return advice[kind] ?? null;
}

/** @returns {Advice} */
function ollamaOrigins() {
  const origins = location.protocol === 'http:' || location.protocol === 'https:' ? location.origin : `${location.protocol}//*`;
  return { text: 'Ollama answers only origins that it knows. Start it with this in its environment:', command: `OLLAMA_ORIGINS=${origins}`, action: 'again' };
}
