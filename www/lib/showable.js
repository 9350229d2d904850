// What a provider says, made fit to be shown: some repeat the URL or the key that they were sent.

const longest = 300;

/**
 * @param {string} text
 * @returns {string} With "…" in place of every URL.
 */
export function withoutUrls(text) {
  return text.replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]*/gi, '…');
}

/**
 * @param {string} text
 * @param {string} secret The key in use; "" for none.
 * @returns {string} One line of at most 300 characters, without URLs and without the key.
 */
export function showable(text, secret) {
  const line = withoutUrls(text).replace(/\s+/g, ' ').trim();
  return (secret.length >= 8 ? line.replaceAll(secret, '…') : line).slice(0, longest);
}
