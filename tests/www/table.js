// What each failure of the provider host comes to, for each provider alike: in Node, and in the add-on.

/**
 * By failure: the requests it takes, the retries that are told, and the kind of failure that is left (none:
 * it mended itself). For a break within the body: [streamed, not streamed].
 * @type {Record<string, { requests: number | [number, number], retries: number | [number, number], kind?: RegExp }>}
 */
export const table = {
  healthy: { requests: 1, retries: 0 },
  '503-twice': { requests: 3, retries: 2 },
  '429-retry-after': { requests: 2, retries: 1 },
  'hang-once': { requests: 2, retries: 1 },
  'reset-once': { requests: 2, retries: 1 },
  // Streamed, something was seen, so nothing is asked again; else once more, in vain. (Node takes a reset for
  // a clean end where the server announced that it would close.)
  'reset-mid-stream': { requests: [1, 2], retries: [0, 1], kind: /^(network|truncated)$/ },
  401: { requests: 1, retries: 0, kind: /^key$/ },
  quota: { requests: 1, retries: 0, kind: /^quota$/ },
};

/**
 * @template T
 * @param {T | [T, T] | undefined} value
 * @param {boolean} streamed
 * @returns {T | undefined}
 */
export const pick = (value, streamed) => (Array.isArray(value) ? value[streamed ? 0 : 1] : value);
