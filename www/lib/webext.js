// The extension API, under whichever name it goes; null on an ordinary web page. Workers of Gecko have none.

const scope = /** @type {any} */ (globalThis);

/**
 * `browser` in Gecko, `chrome` in Chromium; both return promises. Untyped: what is there differs by
 * application, version and permission.
 * @type {any}
 */
export const webext = scope.browser?.runtime?.id ? scope.browser : scope.chrome?.runtime?.id ? scope.chrome : null;

/** Whether this is an application with mail: the permission to read it may still be missing. */
export const hasMail = webext !== null && /^moz-extension:/.test(webext.runtime.getURL('')) && webext.mailTabs !== undefined;

/**
 * Asks for access to a host. Must be called at once in the handler of a click: Gecko forgets the click at
 * the first await. Where access was given before, nothing is shown.
 *
 * @param {string} pattern Of `parseHost`.
 * @returns {Promise<boolean>} true on a web page, which has nothing to ask for.
 */
export function requestHost(pattern) {
  return webext === null ? Promise.resolve(true) : webext.permissions.request({ origins: [pattern] });
}

/**
 * @param {string} pattern
 * @returns {Promise<boolean>}
 */
export async function hasHost(pattern) {
  return webext === null || (await webext.permissions.contains({ origins: [pattern] }));
}
