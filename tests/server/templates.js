// A script is written once and played at any hour, so the times in it are relative ("five seconds
// from now") and turned into real ones when the step is played.

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** @type {Record<string, number>} */
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');
/** @param {Date} at */
const clock = (at) => [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');

/**
 * The forms a time can take. Those in whole seconds are cut, as servers cut them, so that they agree
 * with a Date header made of the same instant.
 * @type {Record<string, (at: Date) => string>}
 */
const FORMS = {
  'epoch-ms': (at) => String(at.getTime()),
  'epoch-s': (at) => String(Math.floor(at.getTime() / 1000)),
  rfc3339: (at) => at.toISOString(),
  // The three forms of RFC 9110 §5.6.7.
  'http-date': (at) => at.toUTCString(),
  rfc850: (at) =>
    `${DAYS[at.getUTCDay()]}, ${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-` +
    `${two(at.getUTCFullYear() % 100)} ${clock(at)} GMT`,
  asctime: (at) =>
    `${DAYS[at.getUTCDay()].slice(0, 3)} ${MONTHS[at.getUTCMonth()]} ` +
    `${String(at.getUTCDate()).padStart(2)} ${clock(at)} ${at.getUTCFullYear()}`,
};

const TEMPLATE = /\{\{([a-z0-9-]+)(?::([^{}]*))?\}\}/g;
const OFFSET = /^([+-]\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/**
 * Replaces `{{form:offset}}`, as in `{{http-date:+5s}}` or `{{epoch-ms:-300ms}}`.
 * @param {string} text
 * @param {number} nowMs the instant that offsets count from, epoch milliseconds
 * @returns {string} the text with real times in it
 */
export function fill(text, nowMs) {
  return text.replace(TEMPLATE, (whole, form, offset) => {
    const write = Object.hasOwn(FORMS, form) ? FORMS[form] : undefined;
    const parts = offset === undefined ? ['', '0', 'ms'] : OFFSET.exec(offset);
    if (!write || !parts) {
      throw new TypeError(`Unknown template ${whole}; forms are ${Object.keys(FORMS).join(', ')}`);
    }
    return write(new Date(nowMs + Number(parts[1]) * UNITS[parts[2]]));
  });
}
