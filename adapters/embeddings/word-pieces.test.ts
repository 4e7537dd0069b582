import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createWordPieces } from './word-pieces.ts';

const vocabulary = readFileSync(new URL('vocabulary.txt', import.meta.url), 'utf8');
const numbers = vocabulary.split('\n');
const encode = createWordPieces(vocabulary);
const piecesOf = (text: string, most = 64) => encode(text, most).map((number) => numbers[number]);

// What the tokenizer of the original model makes of these texts (tokenizers 0.23.3).
it.each([
  ['Hello, World!', 'hello , world !'],
  ["na\u00efve caf\u00e9 \u2014 \u201cquoted\u201d don't", "naive cafe — “ quoted ” don ' t"],
  ['\u65e5\u672c\u8a9e text', '日 本 語 text'],
  ['x=$1+2^3`a`|b~c<d>', 'x = $ 1 + 2 ^ 3 ` a ` | b ~ c < d >'],
  ['__init__ os.path.join foo-bar', '_ _ in ##it _ _ os . path . join foo - bar'],
  ['a\u200bb\u00adc\u0000d\tf', 'abc ##d f'],
  ['emoji \ud83d\ude00 end', 'em ##oj ##i [UNK] end'],
  ['\ufb01 \u00bd \u00df \u0130stanbul', 'ﬁ ½ ß istanbul'],
  ['setErrorHandler', 'set ##er ##ror ##hand ##ler'],
])('%j is cut as the original model cuts it', (text, expected) => {
  expect(piecesOf(text).slice(1, -1).join(' ')).toBe(expected);
});

it('marks beginning and end, and keeps to the number of pieces', () => {
  expect(piecesOf('one two three four', 4)).toEqual(['[CLS]', 'one', 'two', '[SEP]']);
  expect(piecesOf('')).toEqual(['[CLS]', '[SEP]']);
});

it('takes a word without end for unknown', () => {
  expect(piecesOf('a'.repeat(101))).toEqual(['[CLS]', '[UNK]', '[SEP]']);
});
