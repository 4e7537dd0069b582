import { createRequire } from 'node:module';
import { remembering } from './bounded.ts';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

/** Loaded at the first use: it takes a fifth of a second and 60 MB, and most commands do not need it. */
let encoding: Encoding | null = null;
const load = (): Encoding => createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding;

/**
 * Counts a text's tokens by OpenAI's `o200k_base`; other providers' counts differ by a few per cent. Special tokens
 * count as ordinary text. Takes about a millisecond for 8,000 characters. No workflow imports this.
 */
export const countTokens = (text: string): number =>
  text.length <= shortChars ? ofShort(text) : countAnew(text);

/** Short texts, such as sections of pages, are counted again and again, so their counts are remembered. */
const shortChars = 4_000;
const ofShort = remembering(1_000, countAnew);

function countAnew(text: string): number {
  const { countTokens: count } = (encoding ??= load());
  return piecesOf(text).reduce((sum, piece) => sum + count(piece, { disallowedSpecial: new Set() }), 0);
}

const longRun = 400;

/**
 * The tokenizer needs quadratic time for a run without a break, so a text with a long run is counted in pieces, which
 * adds at most one token per cut. Runs are matched one by one, because `\S{400}` alone would backtrack at every character, and never
 * further than they have to be, because a run of megabytes would exceed the engine's stack.
 */
function piecesOf(text: string): readonly string[] {
  for (const [run] of text.matchAll(/\S{1,400}|\s{1,400}/gu)) {
    if (run.length >= longRun) return text.match(/[^]{1,400}/gu) ?? [];
  }
  return [text];
}
