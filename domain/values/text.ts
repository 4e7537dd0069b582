/** A number with its noun: "1 entry", "3 entries". `many` defaults to `one` with an s. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A share in whole percent; a dash for a share of nothing. */
export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;

/** Removes mentions of Steward and mentions without names, which say nothing about the question. */
export const withoutSteward = (text: string): string =>
  text.replaceAll(/<[@#:][^>\s]{0,100}>|@steward\b/giu, ' ');

/** One line, with single spaces between words. */
export const collapseWhitespace = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Makes an untrusted text safe for a line of a list: shortened, without line breaks, invisible characters and backticks. */
export function oneLineOf(text: string, maxChars: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll('`', "'")
    .trim();
  return shortenedTo(line, maxChars);
}

/**
 * Shortens a text to at most `maxChars` UTF-16 units, after its last whole word, or between characters if that would take more than
 * half of it. A shortened text ends with an ellipsis.
 */
export function shortenedTo(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, maxChars - 1);
  // The character after the cut may be the blank that ends the word.
  const end = Math.max(...[' ', '\n', '\t'].map((blank) => text.lastIndexOf(blank, maxChars - 1)));
  const cutText = end >= maxChars / 2 ? head.slice(0, end) : head;
  return `${cutText
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trimEnd()
    .toWellFormed()}…`;
}

/** Code within a line of Markdown, and its run of backticks, which a run of the same length closes. */
export const inlineCode = /((?<!`|(?<!\\)\\)(`+)(?!`)[^\n]{0,2000}?(?<!`)\2(?!`))/u;

/**
 * A line that opens fenced code, also in a quote or a list item: its run of signs, and the language behind it. Backticks with
 * another one behind them are code within a line.
 */
export const fence = /^\s*(?:(?:>|(?:[-*+]|\d{1,9}[.)])\s)\s*)*(`{3,}(?=[^`]*$)|~{3,})\s*([^\s`]*)/u;

/** Changes a text of Markdown except for the code in its lines. */
export const outsideInlineCode = (text: string, change: (prose: string) => string): string =>
  text
    .split(inlineCode)
    .map((part, at) => (at % 3 === 0 ? change(part) : at % 3 === 1 ? part : ''))
    .join('');

/** Text as code within a line. Each run of backticks in it becomes one. */
export function inCode(text: string): string {
  const code = text.replaceAll(/`+/gu, '`');
  return code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``;
}

/** A line of Markdown without runs of three or more backticks, which Discord takes for a block wherever they stand. */
export const withShortRuns = (line: string): string =>
  line
    .split(inlineCode)
    .map((part, at, parts) => {
      if (at % 3 === 0) return part.replaceAll(/\\?`{3,}/gu, '');
      if (at % 3 === 2) return '';
      const run = parts[at + 1]?.length ?? 0;
      return part.includes('```') ? inCode(part.slice(run, -run).trim()) : part;
    })
    .join('');

/** Shortens a line of Markdown like `shortenedTo`, and closes the code that the cut divides. */
export function shortenedMarkdown(line: string, maxChars: number): string {
  if (line.length <= maxChars) return line;
  const cut = shortenedTo(line, maxChars - 2);
  let opened = '';
  outsideInlineCode(cut, (prose) => {
    opened ||= /(?<!\\)`{1,2}/u.exec(prose)?.[0] ?? '';
    return prose;
  });
  return cut + opened;
}

/** About four characters per token: accurate enough for a limit. */
export const charsPerToken = 4;

/** A link that reaches the end of the text. */
const linkAtEnd = /<?https?:\/\/\S*$/u;

/** Shortens a text after its last whole sentence, line or word, never inside a character or a link. */
export function cutAtSentence(text: string, maxChars: number): string {
  const whole = text.trim();
  if (whole.length <= maxChars) return whole;
  const head = whole.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/u, '');
  const ends = [...head.matchAll(/[.!?](?=\s)|[\n。！？]/gu)].map(({ index }) => index + 1);
  const words = [...head.matchAll(/\s/gu)].map(({ index }) => index);
  const cut =
    ends.findLast((end) => end > maxChars / 3) ??
    words.findLast((end) => end > maxChars / 3) ??
    linkAtEnd.exec(head)?.index ??
    head.length;
  return withClosedFence(head.slice(0, cut).trimEnd(), maxChars);
}

const hasOpenFence = (text: string): boolean => (text.match(/^```/gmu)?.length ?? 0) % 2 === 1;
const closingFence = '\n```';

/** An open code fence would swallow whatever follows the text. */
function withClosedFence(text: string, maxChars: number): string {
  if (!hasOpenFence(text)) return text;
  const room = maxChars - closingFence.length;
  const cut = text.length <= room ? text : text.slice(0, Math.max(0, text.lastIndexOf('\n', room))).trimEnd();
  return hasOpenFence(cut) ? `${cut}${closingFence}` : cut;
}

/** Invisible characters. The first group keeps flags of regions, which are written with invisible tag characters. */
const unseen =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F})|(?!\n|\t|\u034F|\u200C|\u200D|\uFE0E|\uFE0F)[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/gu;

/** All that a reader or a model may take for the end of a line becomes one. */
export const oneLineEnd = (text: string): string => text.replaceAll(/\r\n?|[\v\f\u2028\u2029]/gu, '\n');

/** Removes characters that no reader sees or that change the text's direction. Joiners of letters and emoji stay. */
export const visibleText = (text: string): string => oneLineEnd(text).replaceAll(unseen, '$1');

/** Replaces what a storage cannot hold by U+FFFD: lone surrogates (not valid UTF-8) and NUL (refused by PostgreSQL). */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{FFFD}');

/** Compares texts by code points, as UTF-8 bytes and Python do. JavaScript compares UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === a.length || at === b.length) return a.length - b.length;
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
}

/** Surrogates encode code points above U+FFFF, so they sort after every other unit. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** A line, counted from 1, that does not count. */
export interface LineProblem {
  readonly line: number;
  readonly reason: string;
}

/**
 * Reads the lines of a file, except blank ones and `#` comments. `problems` are those that `read` refuses with null, and a last
 * line without a line end: it may be cut off, and name another pair or person than the whole one.
 */
export function readLines<Value>(
  text: string,
  read: (line: string) => Value | null,
): { readonly values: readonly Value[]; readonly problems: readonly LineProblem[] } {
  const values: Value[] = [];
  const problems: LineProblem[] = [];
  const lines = text.replace(/^\u{FEFF}/u, '').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const isTorn = index === lines.length - 1;
    const value = isTorn ? null : read(line.trim());
    const reason = isTorn
      ? 'The last line has no line end, so it may be cut off and does not count.'
      : 'The line cannot be read and does not count.';
    if (value === null) problems.push({ line: index + 1, reason });
    else values.push(value);
  }
  return { values, problems };
}

/** Scripts without spaces between words. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A word of a script with spaces between words. */
export const spacedWord = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** Counts words, also in scripts without spaces between them. */
export function wordCount(text: string): number {
  if (!unspacedScript.test(text)) return text.match(spacedWord)?.length ?? 0;
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  ).length;
}

/** The words and numbers of a text in lower case, without punctuation. */
export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text contains the words of another in their order. Spaces at both ends make only whole words match. */
export const holdsWords = (text: string, other: string): boolean =>
  spacedWords(text).includes(spacedWords(other));

export const spacedWords = (text: string): string => ` ${wordsIn(text).join(' ')} `;

/** The letters and digits of a text in lower case, for comparing names that are spelled in different ways. */
export const lettersIn = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Replaces names in braces by their values. A name without a value stays. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
