import courtesyPhrases from './words/courtesy-phrases.json' with { type: 'json' };
import { collapseWhitespace, withoutSteward } from '../values/text.ts';
import type { LanguageCode } from './language-codes.ts';

/** Kinds of messages that ask nothing to look up. `help` is a call for help without its subject. */
export type Courtesy = 'thanks' | 'greeting' | 'help' | 'who_are_you' | 'insult';

/** `beside`: fillers between or after the others. */
type Kind = Courtesy | 'beside';

/** Commas separate the phrases. */
const phrasesOf: Readonly<Record<LanguageCode, Readonly<Record<Kind, readonly string[]>>>> = courtesyPhrases;

/** Spellings vary: "what's up", "whats up". */
const plain = (phrase: string): string => phrase.replaceAll(/[-.' ]/gu, '');

const listPhrases = () =>
  Object.entries(phrasesOf).flatMap(([language, kinds]) =>
    (Object.entries(kinds) as readonly (readonly [Kind, readonly string[]])[]).flatMap(([kind, list]) =>
      list
        .join(' ')
        .split(',')
        .map((phrase) => collapseWhitespace(phrase))
        .filter((phrase) => phrase !== '')
        .map((phrase) => ({ phrase, language, kind })),
    ),
  );

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const pattern = (phrase: string): string =>
  unspaced.test(phrase)
    ? phrase
    : String.raw`${phrase.replaceAll(/[-.']/gu, String.raw`[-.' ]?`)}(?![\p{L}\p{N}])`;

interface Phrasebook {
  /** The meanings of each phrase, by language. */
  readonly meanings: ReadonlyMap<string, ReadonlyMap<LanguageCode, Kind>>;
  /** Matches the longest phrase at a position, as a whole word in scripts with spaces. */
  readonly nextPhrase: RegExp;
}

let phrasebook: Phrasebook | null = null;

/** Built for the first text: most commands need none, and building takes longer than everything else that they load. */
function openPhrasebook(): Phrasebook {
  const phrases = listPhrases();
  const meanings = new Map<string, Map<LanguageCode, Kind>>();
  for (const { phrase, language, kind } of phrases) {
    const kindByLanguage = meanings.get(plain(phrase)) ?? new Map<LanguageCode, Kind>();
    meanings.set(plain(phrase), kindByLanguage.set(language, kind));
  }
  const longestFirst = [...new Set(phrases.map(({ phrase }) => phrase))].toSorted(
    (a, b) => b.length - a.length,
  );
  const nextPhrase = new RegExp(String.raw`\s*(${longestFirst.map(pattern).join('|')})`, 'uy');
  return { meanings, nextPhrase };
}

const emoji = /<3|:\w{1,40}:|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F/gu;
const maxChars = 200;

/**
 * The courtesy of a text that consists only of thanks, greetings, calls for help, questions about Steward itself or
 * insults, and the languages in which it does; null for every other text. Emoji alone are thanks in any language.
 */
export function courtesyOf(
  text: string,
): { readonly courtesy: Courtesy; readonly languages: readonly LanguageCode[] } | null {
  const spoken = withoutSteward(text.slice(0, 2 * maxChars))
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/(\p{L})\1{2,}/gu, '$1')
    .trim();
  const words = spoken
    .replaceAll(emoji, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}'-]+|(?<!\p{L})['-]|['-](?!\p{L})/gu, ' ')
    .trim();
  if (words.length > maxChars) return null;
  if (words === '')
    return spoken !== '' && spoken.replaceAll(emoji, '').trim() === ''
      ? { courtesy: 'thanks', languages: [] }
      : null;
  phrasebook ??= openPhrasebook();
  const { meanings, nextPhrase } = phrasebook;
  const matches: ReadonlyMap<LanguageCode, Kind>[] = [];
  nextPhrase.lastIndex = 0;
  while (nextPhrase.lastIndex < words.length) {
    const match = nextPhrase.exec(words);
    if (!match) return null;
    matches.push(meanings.get(plain(match[1] ?? '')) ?? new Map());
  }
  const courtesy = strongest(matches);
  // "It works?" is a question.
  const asks = /[?？]/u.test(spoken);
  return courtesy && !(asks && courtesy.courtesy === 'thanks') ? courtesy : null;
}

const strength: readonly Kind[] = ['beside', 'greeting', 'thanks', 'help', 'who_are_you', 'insult'];

/** Considers only the languages that know every phrase, because in another one a word may mean anything. */
function strongest(phrases: readonly ReadonlyMap<LanguageCode, Kind>[]): ReturnType<typeof courtesyOf> {
  const read = Object.keys(courtesyPhrases).flatMap((language) => {
    const kinds = phrases.map((phrase) => phrase.get(language));
    const most = Math.max(...kinds.map((kind) => (kind === undefined ? -1 : strength.indexOf(kind))));
    const kind = strength[most];
    return kinds.includes(undefined) || kind === undefined || kind === 'beside' ? [] : [{ language, kind }];
  });
  const [first] = read;
  if (!first) return null;
  const languages = read.filter(({ kind }) => kind === first.kind).map(({ language }) => language);
  return { courtesy: first.kind, languages };
}
