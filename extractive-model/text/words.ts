import { isGrammar, stem, wordsWithin } from '../../domain/search/search-terms.ts';
import { longForm, stopWords } from './word-lists.ts';

/**
 * A word for matching. `whole` is its stem; a compound (`setErrorHandler`, `keep-alive`) also has the stems of its parts, so that
 * any way to write it matches.
 */
export interface Word {
  readonly whole: string;
  readonly parts: readonly string[];
  /** As written, but in lower case, for people to read. */
  readonly surface: string;
}

const address = /\bhttps?:\/\/[^\s<>)\]]+|\]\([^)\s]{0,500}\)|<\/?[a-z][^>]{0,500}>|<[@#:][^>\s]{1,100}>/giu;
const fileEnding = /(?<=\p{L})\.js\b/giu;
const contraction = /(\p{L})(?:n['’]t|['’](?:s|re|ve|ll|d|m))\b/giu;
/** The sign at the end is part of names like C++ and C#. */
const compound = /[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)*(?:\+\+|#(?!\w))?/gu;
const boundary = /[_-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The content words of a text, in order, without addresses, markup and stop words. */
export function wordsOf(text: string): readonly Word[] {
  const plain = text.replace(address, ' ').replace(fileEnding, '').replace(contraction, '$1');
  return [...plain.matchAll(compound)].flatMap(([written]) =>
    wordsWithin(written).flatMap(([word, isPair]) => {
      if (!isPair) return wordFrom(word);
      return isGrammar(word) ? [] : [{ whole: word, parts: [], surface: word }];
    }),
  );
}

function wordFrom(written: string): readonly Word[] {
  const surface = written.toLowerCase();
  if ((surface.length < 2 && !/\d/u.test(surface)) || stopWords.has(surface)) return [];
  const pieces = written.split(boundary).filter((piece) => piece.length > 1);
  const parts = pieces.map((piece) => piece.toLowerCase()).filter((piece) => !stopWords.has(piece));
  const whole = toStem(surface.replaceAll(/[_-]/gu, ''));
  if (pieces.length < 2) return [{ whole, parts: [], surface }];
  return parts.length === 0 ? [] : [{ whole, parts: parts.map(toStem), surface }];
}

const toStem = (word: string): string => stem(longForm.get(word) ?? word);

/** Every term of a text, wholes and parts. */
export const termsIn = (text: string): readonly string[] =>
  wordsOf(text).flatMap(({ whole, parts }) => [whole, ...parts]);
