import { createRequire } from 'node:module';
import { ownWords } from './cut-logs.ts';
import smallWords from './words/small-words.json' with { type: 'json' };
import { toLanguageCode, undetermined, type LanguageCode } from './language-codes.ts';

type Eld = typeof import('eld/extrasmall');

/** Loaded at the first use: it takes a tenth of a second and 30 MB, and most commands and idle workers do not need it. */
let eld: Eld['eld'] | null = null;
/** The package exports this file only for `import`. */
const load = (): Eld['eld'] =>
  (createRequire(import.meta.resolve('eld/extrasmall'))('./static.extrasmall.js') as Eld).eld;

/** Code, links, mentions and names of things have no language. */
const notWords =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|<?\bhttps?:\/\/\S+>?|<[@#:][^>\s]{0,100}>|[\p{L}\p{N}_]*[\p{N}_/\\@=][\S]*/gu;

/** With fewer words, Latin letters fit too many languages. */
const fewestWords = 4;
/** The required lead of the best language over the next, in the detector's scores from 0 to 1. */
const clearLead = 0.1;

/**
 * Detects the language of a text in ISO 639-3 by its letters. If they are not clear, its words of questions and grammar
 * decide; if these fit several languages or there are none, the first fitting one of `likely` wins. `und` if nothing is
 * known.
 */
export function detectLanguage(text: string, likely: readonly LanguageCode[] = []): LanguageCode {
  // Logs are in English, whoever pastes them.
  const detected = detectIn(ownWords(text), likely);
  return detected === undetermined ? detectIn(text, likely) : detected;
}

function detectIn(text: string, likely: readonly LanguageCode[]): LanguageCode {
  const guess = likely[0] ?? undetermined;
  const words = text.slice(0, 2_000).replace(notWords, ' ');
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return guess;
  const detection = (eld ??= load()).detect(words);
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) return detection.language === '' ? guess : toLanguageCode(detection.language);
  const scores = detection.getScores();
  const [best = 0, next = 0] = Object.values(scores).toSorted((a, b) => b - a);
  const isSure =
    detection.isReliable() &&
    best - next >= clearLead &&
    (words.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewestWords;
  if (isSure) return toLanguageCode(detection.language);
  const spoken = bestBySmallWords(words);
  if (spoken.length === 0) return guess;
  const byLetters = Object.entries(scores)
    .toSorted(([, a], [, b]) => b - a)
    .map(([code]) => toLanguageCode(code));
  return [...likely, ...byLetters].find((language) => spoken.includes(language)) ?? spoken[0] ?? guess;
}

/** Half the weight of a word that only one language has. */
const clearWords = 0.5;

/** The languages with (nearly) the highest score of small words. */
function bestBySmallWords(words: string): readonly LanguageCode[] {
  const scores = [...smallWordScores(words)];
  const most = Math.max(...scores.map(([, score]) => score));
  return scores.flatMap(([language, score]) => (most - score < clearWords ? [language] : []));
}

/** Short words that identify a language. A word of several of these languages counts for each, divided by their number. */
const lists: Readonly<Record<LanguageCode, readonly string[]>> = smallWords;

const languagesOf: ReadonlyMap<string, readonly LanguageCode[]> = Object.entries(lists).reduce(
  (languages, [language, words]) => {
    for (const word of new Set(words.join(' ').split(' ')))
      languages.set(word, [...(languages.get(word) ?? []), language]);
    return languages;
  },
  new Map<string, LanguageCode[]>(),
);

/** Scores languages by the small words of a text: 1 for a word of one language only, less for a shared one. */
function smallWordScores(text: string): ReadonlyMap<LanguageCode, number> {
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
