// The scale of the time line: which second lies where, and which seconds are named. Pure, so that it
// can be reasoned about without a drawing.

const LENGTHS_S = [4, 6, 8, 10, 12, 15, 20, 30, 45, 60];
const STEPS_S = [1, 2, 5, 10, 15, 30, 60];
const NARROWEST_STEP_PX = 44;

/**
 * How many seconds the axis shows, for this much to be shown.
 * @param {number} ms
 * @returns {number} milliseconds, a length that divides well
 */
export function lengthFor(ms) {
  const found = LENGTHS_S.find((length) => length * 1000 >= ms);
  return 1000 * (found ?? Math.ceil(ms / 60_000) * 60);
}

/**
 * The seconds that get a line and a number.
 * @param {number} lengthMs of the axis
 * @param {number} widthPx of the axis
 * @returns {number[]} seconds, from 0
 */
export function ticksFor(lengthMs, widthPx) {
  const pxPerSecond = (widthPx / lengthMs) * 1000;
  const step = STEPS_S.find((candidate) => candidate * pxPerSecond >= NARROWEST_STEP_PX) ?? 60;
  return Array.from({ length: Math.floor(lengthMs / 1000 / step) + 1 }, (_, index) => index * step);
}
