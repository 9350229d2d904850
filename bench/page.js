// Runs in a page. Contenders take turns within each round, in an order that changes from round to round, so
// that whatever else the machine does befalls all alike.

import { request } from './request.js';

/**
 * @template T
 * @param {T[]} list
 * @returns {T[]}
 */
function shuffled(list) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

/**
 * @param {string[]} names
 * @param {{ rounds: number, warmUp: number, time: (name: string) => Promise<number> }} how
 * @returns {Promise<Record<string, number[]>>} milliseconds, a number for each round
 */
async function inTurns(names, { rounds, warmUp, time }) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of shuffled(names)) {
      const ms = await time(name);
      if (round >= 0) times[name].push(ms);
    }
  }
  return times;
}

/**
 * Calls that succeed at once, one after another. Clocks of browsers are coarse, so that batches are timed.
 * @param {string[]} names
 * @param {{ rounds: number, warmUp: number, batch: number }} how
 * @returns what `inTurns` does
 */
export async function warm(names, { batch, ...how }) {
  /** @type {Record<string, import('./contenders.js').Ask>} */
  const asks = {};
  for (const name of names) asks[name] = (await import(`/made/${name}.js`)).ask;
  const url = `${location.origin}/ok`;
  return inTurns(names, {
    ...how,
    time: async (name) => {
      const ask = asks[name];
      const began = performance.now();
      for (let i = 0; i < batch; i += 1) await ask(url, request());
      return (performance.now() - began) / batch;
    },
  });
}

/**
 * From the start of a fresh module worker to its first response. A name's worker is `<name>.js`; one whose name
 * ends in ".posted" is given the compiled module.
 * @param {string[]} names
 * @param {{ rounds: number, warmUp: number, ours: string }} how
 * @returns what `inTurns` does
 */
export async function cold(names, { ours, ...how }) {
  const { compiledModule } = await import(`/made/${ours}.js`);
  const module = await compiledModule();
  return inTurns(names, {
    ...how,
    time: (name) => new Promise((resolve, reject) => {
      const began = performance.now();
      const worker = new Worker(`/made/${name}.js`, { type: 'module' });
      if (name.endsWith('.posted')) worker.postMessage(module);
      worker.onmessage = () => {
        resolve(performance.now() - began);
        worker.terminate();
      };
      worker.onerror = (event) => reject(new Error(`${name}: ${event.message}`));
    }),
  });
}
