/**
 * Compares texts by code points, as UTF-8 bytes and Python do. JavaScript's own order is that of UTF-16
 * units.
 */
export function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === a.length || at === b.length) return a.length - b.length;
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
}

/** Surrogates stand for what lies above U+FFFF, so they come after every other unit. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
