// What wasm-bindgen makes of the crate; the build puts it in place of ./glue.js.

export function initSync(source: { module: WebAssembly.Module }): unknown;

export class Rules {
  constructor(patient: boolean);
  set(key: number, value: unknown): string | undefined;
  get(key: number): unknown;
  free(): void;
}

type Headers = { header(name: string): string | undefined };
type Random = { random(): number };

export class Call {
  constructor(rules: Rules, label?: string);
  free(): void;
  limit(elapsedMs: number): number;
  response(status: number, headers: Headers, nowMs: number): boolean;
  body(flat: unknown[], secrets: string[], text?: string): void;
  failed(how: 1 | 2 | 3): void;
  decide(elapsedMs: number, once: boolean, random: Random): number;
  left(elapsedMs: number): number;
  giveUp(why: 0 | 1 | 2): void;
  words(which: 0 | 1 | 2 | 3): string | undefined;
  number(which: 0 | 1 | 2 | 3): number | undefined;
  retrying(waitMs: number, held: boolean): string;
}

export function leavesAt(
  ownEnd: number, began: number, cap: number, until: number, lastLeft: number, rank: number,
): number;
export function keyNames(): string;
export function parseRetryAfter(value: string, now: number): number | undefined;
export function errorMayPass(name: string): boolean;
export function eventMayPass(flat: unknown[]): boolean;
export function random(): number;
