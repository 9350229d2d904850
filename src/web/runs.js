export function repeatedRuns() { return new Uint32Array(); }
