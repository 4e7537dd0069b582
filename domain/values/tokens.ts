import { createRequire } from 'node:module';
import { remembering } from './bounded.ts';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

/** A fifth of a second and 60 MB, which most commands have no use for. */
let encoding: Encoding | null = null;
const load = (): Encoding => createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding;

/**
 * How many tokens a text has, by OpenAI's `o200k_base`; other providers' counts differ by some per cent. What looks like a
 * special token is counted as the text that it is. A millisecond for some eight thousand characters. The first call loads
 * the encoding; no workflow imports this.
 */
export const countTokens = (text: string): number =>
  text.length <= shortChars ? ofShort(text) : countAnew(text);

/** Sections of pages, which replies read again and again. */
const shortChars = 4_000;
const ofShort = remembering(1_000, countAnew);

function countAnew(text: string): number {
  const { countTokens: count } = (encoding ??= load());
  return piecesOf(text).reduce((sum, piece) => sum + count(piece, { disallowedSpecial: new Set() }), 0);
}

const longRun = 400;

/**
 * A run without a break costs the tokenizer the square of its length: a text with such a run is counted in pieces, which
 * adds a token for each cut at most. Looked for run by run, because `\S{400}` would start anew at every character.
 */
function piecesOf(text: string): readonly string[] {
  for (const [run] of text.matchAll(/\S+|\s+/gu)) {
    if (run.length >= longRun) return text.match(/[^]{1,400}/gu) ?? [];
  }
  return [text];
}
