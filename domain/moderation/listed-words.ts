import type { Finding, ListedWords } from './moderation-types.ts';

const tokensOf = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.normalize('NFKC').toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** Finds the operator's own words and phrases: whole words, in any case, separated by anything but letters and digits. */
export function findListed(text: string, lists: ListedWords): readonly Finding[] {
  const tokens = tokensOf(text);
  return Object.entries(lists).flatMap(([type, words]) => {
    const phrases = words.map((phrase) => tokensOf(phrase).map(({ word }) => word));
    const byFirst = Map.groupBy(phrases, ([first]) => first);
    return tokens.flatMap(({ word, start }, at) =>
      (byFirst.get(word) ?? []).flatMap((phrase): readonly Finding[] => {
        const last = tokens[at + phrase.length - 1];
        const isThere = last && phrase.every((one, offset) => tokens[at + offset]?.word === one);
        return isThere ? [{ type: type as keyof ListedWords, rule: 'own_words', start, end: last.end }] : [];
      }),
    );
  });
}
