// What a user types as a host, made into something that can be compared, asked permission for and sent
// to. No error here repeats the text: it may hold a password.

/**
 * Reads a host as people write it: with or without scheme, port, path and trailing slash.
 *
 * @param {string} text Without a scheme `https:` is meant, or `http:` for this machine.
 * @returns {{ origin: string, base: string, pattern: string }} `origin` to compare keys by; `base` to
 *   put paths behind, without a trailing slash; `pattern` to ask host permission for. Match patterns of
 *   Gecko know no ports, so it has none.
 * @throws {TypeError} when it is no http(s) address, or holds a user name or password.
 */
export function parseHost(text) {
  const trimmed = String(text ?? '').trim();
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${guessScheme(trimmed)}//${trimmed}`;
  /** @type {URL} */
  let url;
  try {
    url = new URL(written);
  } catch {
    throw new TypeError('The host is not a valid address.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('The host must begin with https:// or http://.');
  if (url.username || url.password) throw new TypeError('The host must not hold a user name or password.');
  return {
    origin: url.origin,
    base: url.origin + url.pathname.replace(/\/+$/, ''),
    pattern: `${url.protocol}//${url.hostname}/*`,
  };
}

/** @param {string} host */
function guessScheme(host) {
  return /^(localhost|127\.|\[::1\]|0\.0\.0\.0|10\.|192\.168\.)/i.test(host) ? 'http:' : 'https:';
}
