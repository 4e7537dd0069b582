import type { LanguageCode } from './language-codes.ts';
import smallWords from './words/small-words.json' with { type: 'json' };

/** Short words that identify a language. A word of several of these languages counts for each, divided by their number. */
const lists: Readonly<Record<LanguageCode, readonly string[]>> = smallWords;

const languagesOf: ReadonlyMap<string, readonly LanguageCode[]> = Object.entries(lists).reduce(
  (known, [language, words]) => {
    for (const word of new Set(words.join(' ').split(' ')))
      known.set(word, [...(known.get(word) ?? []), language]);
    return known;
  },
  new Map<string, LanguageCode[]>(),
);

/** Scores languages by the small words of a text: 1 for a word of one language only, less for a shared one. */
export function smallWordScores(text: string): ReadonlyMap<LanguageCode, number> {
  const scores = new Map<LanguageCode, number>();
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? [];
  for (const word of words) {
    // A single letter is more often a name than a word.
    if (/^[a-z]$/u.test(word)) continue;
    // In "l'adresse" and "qu'est" the part before the apostrophe is a small word, too.
    const languages = languagesOf.get(word) ?? (/^(?:[cdjlmnst]|qu)'\p{L}/u.test(word) ? ['fra'] : []);
    for (const language of languages)
      scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  return scores;
}
