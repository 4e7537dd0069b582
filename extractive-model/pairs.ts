import type { QaPair, TurnLabel } from '../domain/team/qa-pair.ts';
import { withoutCorrectionOpening } from '../domain/language/correction-opening.ts';
import { bagOf, type Bag, type Corpus, type QueryTerm, share, weigh } from './text/matching.ts';
import { teamTurns } from '../domain/team/erased-turns.ts';
import { withoutContext } from './question.ts';
import { wordsOf, type Word } from './text/words.ts';

/**
 * The least score of a pair that answers a question. A person wrote the answer, so about half of the words are enough. Chosen on
 * the triples about undici (`bench/data/undici-team-triples.jsonl`).
 */
export const alike = 0.48;

/**
 * The least that each question must contain of the other. Chosen, like the vetoes of `asks-otherwise.ts`, on the FAQs of Python,
 * Perl, Django and fetchmail, with every other question as the team's and the rest as asked (`npm run bench -- answers`).
 */
export const leastAlike = 0.4;

/** A pair prepared for comparison. */
export interface KnownPair {
  readonly pair: QaPair;
  readonly asked: readonly Word[];
  readonly askedBag: Bag;
  /** The terms of question and answer. */
  readonly bag: Bag;
}

export const turnsText = ({ turns }: QaPair, label: TurnLabel): string =>
  turns
    .filter((turn) => turn.label === label)
    .map(({ text }) => text)
    .join('\n');

/** The team's words, without openings that refer to an answer that the reader never saw. */
export const teamWords = (pair: QaPair): string =>
  teamTurns(pair.turns)
    .map(withoutCorrectionOpening)
    .filter((text) => text !== '')
    .join('\n');

export const askedText = (pair: QaPair): string => withoutContext(turnsText(pair, 'User'));

export function knownPair(pair: QaPair): KnownPair {
  const asked = askedText(pair);
  return {
    pair,
    asked: wordsOf(asked),
    askedBag: bagOf(asked),
    bag: bagOf(`${asked}\n${turnsText(pair, 'Team')}`),
  };
}

export interface Likeness {
  /**
   * From 0 to 1: the mean of the share of the question that the pair contains (half of it, if only in its answer) and the share of
   * the pair's question that the question contains.
   */
  readonly score: number;
  /** The smaller of the shares that each question contains of the other. */
  readonly least: number;
}

/**
 * How similar a question and a pair are. All words count the same, because people use different words for the same thing, except
 * those that are common in `around`, like a product's name, which count little. A single common word is not enough.
 */
export function likeness(question: readonly Word[], known: KnownPair, around: Corpus | null): Likeness {
  const asked = evenly(question, around);
  const answered = evenly(known.asked, around);
  const questionBag = bagOf(question.map(({ surface }) => surface).join(' '));
  const there = held(asked, known.bag);
  const inQuestion = held(asked, known.askedBag);
  const back = held(answered, questionBag);
  if ((there.words + inQuestion.words) / 2 < Math.min(2, asked.length)) return { score: 0, least: 0 };
  return {
    score: ((there.part + inQuestion.part) / 2 + back.part) / 2,
    least: Math.min(inQuestion.part, back.part),
  };
}

/** How much of some terms a text contains: the share of their weight, and the number of content words. */
export function held(
  terms: readonly QueryTerm[],
  bag: Bag,
): { readonly part: number; readonly words: number } {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const found = terms.map((term) => ({ weight: term.weight, part: share(term, bag) }));
  return {
    part: total === 0 ? 0 : found.reduce((sum, { weight, part }) => sum + weight * part, 0) / total,
    words: found.filter(({ weight, part }) => weight >= 0.25 && part > 0).length,
  };
}

/** From this rarity on, a word has its full weight. */
const fullRarity = 1;

/** Terms of equal weight, except common words and those that most texts of `around` contain. */
export function evenly(words: readonly Word[], around: Corpus | null): readonly QueryTerm[] {
  const flat = weigh(words, null);
  if (!around) return flat;
  const rare = new Map(weigh(words, around).map(({ word, weight }) => [word.whole, weight]));
  return flat.map((term) => {
    const rarity = (rare.get(term.word.whole) ?? fullRarity) / term.weight;
    return { ...term, weight: term.weight * Math.min(1, rarity / fullRarity) };
  });
}

/** What a question asks for, and the words of an answer to it. */
const aspects: readonly { readonly asks: RegExp; readonly tells: RegExp }[] = [
  {
    asks: /\bhow long\b/iu,
    tells: /\b(?:second|minute|hour|day|week|month|year|forever|instant|immediate)|\d\s?(?:ms|s|h|d)\b/iu,
  },
  {
    asks: /\bhow (?:much|many)\b/iu,
    tells:
      /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|none|no|free|unlimited|as many|as much)\b/iu,
  },
  {
    asks: /\bhow often\b/iu,
    tells:
      /\b(?:every|each|per|once|twice|times|daily|weekly|monthly|yearly|hourly|first|last|always|never)\b/iu,
  },
];

/** Whether a pair may answer a question: "how long is the course?" is not answered by what it costs. */
export const tellsWhatIsAsked = (question: string, pair: QaPair): boolean =>
  aspects.every(
    ({ asks, tells }) =>
      !asks.test(question) || asks.test(turnsText(pair, 'User')) || tells.test(turnsText(pair, 'Team')),
  );

const fewWords = String.raw`(?:[\p{L}\d'’-]+[ ]){0,3}`;
const people = String.raw`(?:customers?|users?|members?|admins?|administrators?|moderators?|owners?|guests?|students?|teams?|plans?|accounts?|subscribers?|subscriptions?|people|companies|schools?)`;

/** Phrases that limit a statement to a part: to some people, a place or a system, a condition, an exception. */
const limits: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:for|on|with|as) (${fewWords}${people})\b`, 'giu'),
  /(?:^|[.!?:;,]\s+)(?:(?:[Yy]es|[Nn]o|[Bb]ut|[Aa]nd),?\s+)?(?:[Ii]n|[Oo]n|[Oo]utside|[Ww]ithin|[Ww]ith|[Ff]or|[Bb]efore|[Uu]ntil) (?:the )?(\p{Lu}[\p{L}\d.-]+|version \d[\w.]*|v\d[\w.]*)/gu,
  new RegExp(
    String.raw`\b(?:if|unless|except(?: for)?|only (?:for|if|in|on|when|with)) (${fewWords}[\p{L}\d'’-]+)`,
    'giu',
  ),
  /(?:^|[.!?:;,]\s+)([\p{L}-]+s) (?:may|can|have|get|need|pay|must|are allowed)\b/giu,
];

/** Dates and times limit nothing, because a new one replaces an old one. */
const date =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|now)\b/giu;

/** The stems of the words that limit the first pair to a part which the other does not name; none if it is not limited. */
export function partOf({ pair }: KnownPair, { pair: other }: KnownPair): readonly string[] {
  const known = stemsOf([turnsText(other, 'User'), turnsText(other, 'Team')].join('\n'));
  const said = [turnsText(pair, 'User'), turnsText(pair, 'Team')].map((text) => text.replaceAll(date, ' '));
  const named = said.flatMap((text) =>
    limits.flatMap((form) => [...text.matchAll(form)].map(([, part = '']) => part)),
  );
  return [...new Set(named.flatMap((part) => [...stemsOf(part)]))].filter((stem) => !known.has(stem));
}

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).flatMap(({ whole, parts }) => [whole, ...parts]));
