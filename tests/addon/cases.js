// The cases: each provider × what is asked × what fails, Stop in every phase, the batch, and what must not be
// written down. Each has a run of its own at the provider host, by which its requests are counted.

/** @import { ProviderHost } from '../../www/server/provider-host.js' */
/** @import { Case } from './pages/run.js' */
import { impatient, key, names, quick } from '../www/helpers.js';
import { table } from '../www/table.js';

/** Nobody may read it but the provider. */
export const secret = 'the question that nobody else may read';

/** What is asked of a provider. */
export const modes = /** @type {const} */ (['models', 'streamed', 'plain']);

/** The message that a phase begins with. */
export const phases = /** @type {const} */ ({ connect: 'messageSent', wait: 'newRetryAttempt', stream: 'newToken' });
const phaseFailures = { connect: 'hang-once', wait: '429-long', stream: 'slow' };

/** What the batch sorts; the provider host finds some of it to be spam. */
const texts = Array.from({ length: 20 }, (_, i) => (i % 4 === 0 ? `You are a winner, no. ${i}` : `Minutes of meeting ${i}`));

/** What the batch should make of them. */
export const labels = texts.map((text) => (text.includes('winner') ? 'spam' : 'ham'));

/**
 * All of them, for one application.
 *
 * @param {ProviderHost} host
 * @param {string} app Part of each run's name.
 * @returns {Case[]}
 */
export function allCases(host, app) {
  /** @type {At} */
  const at = (name, failure) => host.host(failure, runOf(app, name));
  return [...matrix(at), ...stops(at), ...unsendable(at), ...permissions(at), ...batches(at), person(at)];
}

/**
 * The name of a case's run.
 * @param {string} app
 * @param {string} name
 * @returns {string}
 */
export const runOf = (app, name) => `${app} ${name}`.replace(/[^\w-]+/g, '_');

/** @typedef {(name: string, failure: string) => string} At The host for a case. */

/**
 * @param {string} provider
 * @param {string} host
 * @param {object} [options]
 * @param {object} [retry]
 */
const init = (provider, host, options = {}, retry = quick) => ({
  provider,
  options: { host, apiKey: key, model: 'test-small', ...options },
  retry,
  debug: true,
});

/**
 * @param {At} at
 * @param {string[]} [failures]
 * @param {readonly string[]} [asked]
 * @returns {Case[]}
 */
export function matrix(at, failures = Object.keys(table), asked = modes) {
  return names.flatMap((provider) =>
    asked.flatMap((mode) =>
      failures.map((failure) => {
        const name = `${provider}, ${mode}: ${failure}`;
        const host = at(name, failure);
        const retry = failure === 'hang-once' ? impatient : quick;
        if (mode === 'models') return { name, play: /** @type {const} */ ('models'), what: { init: init(provider, host, {}, retry) } };
        const options = { stream: mode === 'streamed', thinking: true };
        return { name, play: /** @type {const} */ ('turn'), what: { init: init(provider, host, options, retry), text: 'hello' } };
      }),
    ),
  );
}

/**
 * @param {At} at
 * @returns {Case[]}
 */
function stops(at) {
  return names.flatMap((provider) =>
    Object.entries(phases).map(([phase, when]) => {
      const name = `${provider}, stop: ${phase}`;
      const failure = phaseFailures[/** @type {keyof typeof phases} */ (phase)];
      const what = { init: init(provider, at(name, failure), {}, { ...quick, attemptTimeoutMs: 60_000 }), next: init(provider, at(`${name}, next`, 'healthy')), when, text: 'hello' };
      return { name, play: /** @type {const} */ ('stop'), what };
    }),
  );
}

/**
 * @param {At} at
 * @returns {Case}
 */
function person(at) {
  const name = 'a person at the chat page';
  const hosts = {
    healthy: at(name, 'healthy'),
    elsewhere: at(name, 'healthy').replace('127.0.0.1', 'localhost'),
    forbidden: at(name, 'no-cors').replace('127.0.0.1', 'localhost'),
    '429-long': at(name, '429-long'),
    quota: at(name, 'quota'),
    cut: at(name, 'cut-mid-stream'),
  };
  return { name, play: 'person', alone: true, what: { hosts, key } };
}

/**
 * What no header can hold, and what is no address: the platform's own errors would quote them.
 *
 * @param {At} at
 * @returns {Case[]}
 */
function unsendable(at) {
  return names.flatMap((provider) =>
    ['invalid header', 'invalid URL'].flatMap((what) =>
      ['models', 'turn'].map((play) => {
        const name = `${provider}, ${play}: ${what}`;
        const host = what === 'invalid URL' ? `http://[${key}` : at(name, 'healthy');
        const apiKey = what === 'invalid URL' ? key : `${key}\n${key}`;
        return { name, play: /** @type {'models' | 'turn'} */ (play), what: { init: init(provider, host, { apiKey }), text: secret } };
      }),
    ),
  );
}

/**
 * @param {At} at
 * @returns {Case[]}
 */
function batches(at) {
  const settings = { provider: 'openai_comp', models: { openai_comp: 'test-small' }, labels: 'spam, ham', concurrency: 8, debug: true };
  return ['five-at-a-time', 'quota'].map((failure) => {
    const name = `batch: ${failure}`;
    return { name, play: /** @type {const} */ ('batch'), alone: true, what: { settings: { ...settings, hosts: { openai_comp: at(name, failure) } }, key, texts } };
  });
}

/**
 * @param {At} at
 * @returns {Case[]}
 */
function permissions(at) {
  const turn = (/** @type {string} */ name, /** @type {(host: string) => string} */ change) => ({
    name,
    play: /** @type {const} */ ('turn'),
    what: { init: init('anthropic', change(at(name, 'no-cors')), {}, quick), text: 'hello' },
  });
  return [
    turn('no CORS, with permission', (host) => host),
    turn('no CORS, without permission', (host) => host.replace('127.0.0.1', 'localhost')),
    { name: 'permissions', play: 'permission', what: { origins: ['http://127.0.0.1/*', 'http://localhost/*', 'https://api.anthropic.com/*'] } },
  ];
}
