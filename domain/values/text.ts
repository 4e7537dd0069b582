/** A number with what it counts: "1 entry", "3 entries". `many` is `one` with an s by default. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A text without mentions of Steward, which say nothing of what is asked, and of people, channels and emoji that have no name. */
export const withoutSteward = (text: string): string =>
  text.replaceAll(/<[@#:][^>\s]{0,100}>|@steward\b/giu, ' ');

/** A text of others' on one line of a list, cut to a length and without marks that would format what follows. */
export function oneLineOf(text: string, maxChars: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll('`', "'")
    .trim();
  return shortenedTo(line, maxChars);
}

/** At most so many UTF-16 units; the last of a text that was cut is an ellipsis. */
export const shortenedTo = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).toWellFormed()}…`;

/** The flag of a part of a country is written with characters that are seen nowhere else. */
const unseen =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F})|(?!\n|\t|\u034F|\u200C|\u200D|\uFE0E|\uFE0F)[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/gu;

/** A text without what no reader sees, or what turns its direction. What joins letters and makes emoji stays. */
export const visibleText = (text: string): string =>
  text.replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n').replaceAll(unseen, '$1');

/**
 * Text as every storage can keep it: lone surrogates, which UTF-8 has no form for, and NUL, which PostgreSQL
 * refuses, become U+FFFD. All else is verbatim, and storable text is left as it is.
 */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{FFFD}');

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

/** Puts values where a text has their names in braces. A name without a value stays as it is. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole);
