// The code of the call, for whoever wonders what it takes. It is made from the very config that the
// page uses, so it cannot go stale.

/** @typedef {import('./scenarios.js').Scenario} Scenario */

/**
 * @param {Pick<Scenario, 'config' | 'after'>} scenario
 * @returns {string} JavaScript
 */
export function snippetOf({ config, after }) {
  const options = Object.entries(config).map(([key, value]) => `  ${key}: ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)},`);
  const names = ['fetchWithRetry', 'mayRetryStream', 'retryNow'];
  const used = names.filter((name) => name !== 'mayRetryStream' || after.some((line) => line.includes(name)));
  return [
    `import { ${used.join(', ')} } from 'fetch-with-retry-wasm';`,
    '',
    'const response = await fetchWithRetry(url, {',
    "  method: 'POST',",
    '  headers: { authorization: `Bearer ${key}` },',
    '  body: JSON.stringify({ question }),',
    '  signal: cancel.signal, // Cancel: cancel.abort()',
    '}, {',
    ...options,
    '  onRetry: ({ payload }) => show(payload.message), // Retry now: retryNow(payload.id)',
    '  onGiveUp: ({ payload }) => show(payload.message),',
    '});',
    ...after,
  ].join('\n');
}

const TOKENS = /(?<comment>\/\/.*)|(?<string>'[^'\n]*'|`[^`]*`)|(?<number>\b\d+\b)|(?<keyword>\b(?:import|from|const|await|for|of|if|else|let|try|catch|new)\b)/g;

/**
 * Shows code, with a little colour.
 * @param {HTMLElement} element
 * @param {string} code
 */
export function showCode(element, code) {
  const parts = [];
  let done = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [''];
    const span = document.createElement('span');
    span.className = kind;
    span.textContent = match[0];
    parts.push(code.slice(done, match.index), span);
    done = match.index + match[0].length;
  }
  element.replaceChildren(...parts, code.slice(done));
}
