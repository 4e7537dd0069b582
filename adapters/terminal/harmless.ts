import { shortenedTo } from '../../domain/values/text.ts';

/**
 * In a terminal, control characters could move the cursor, overwrite other people's text or send keys back, and direction
 * marks could change the order of the text.
 */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Keeps line breaks and tabs; every other control character becomes a visible sign. */
export const harmless = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controls, visible)
    .replace(directions, '\ufffd');

/** `harmless` text on one line, cut to `maxChars`. */
export const harmlessLine = (text: string, maxChars = Number.POSITIVE_INFINITY): string =>
  shortenedTo(harmless(text).replace(/\s+/g, ' ').trim(), maxChars);

/** JSON for a terminal, in one line. Escapes what `harmless` would replace, so no value changes. */
export const harmlessJson = (value: unknown): string => escaped(JSON.stringify(value));

/** Escapes in JSON what JSON leaves as it is. */
export const escaped = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const visible = (control: string): string => {
  const code = control.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
};
