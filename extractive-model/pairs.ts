import type { QaPair, TurnLabel } from '../domain/team/qa-pair.ts';
import { withoutCorrectionOpening } from '../domain/language/correction-opening.ts';
import { bagOf, type Bag, type Corpus, type QueryTerm, share, weigh } from './text/matching.ts';
import { withoutContext } from './question.ts';
import { wordsOf, type Word } from './text/words.ts';

/**
 * Two questions are alike from here on. A person answered already, so one in other words may find the pair
 * by about half of what both say. Fixed on the triples about undici (`bench/data/undici-team-
 * triples.jsonl`).
 */
export const alike = 0.48;

/**
 * And each holds this much of the other. With the vetoes of `asks-otherwise.ts` fixed on the FAQs of Python, Perl, Django and
 * fetchmail, of which every other question was the team's and the others were asked (`npm run bench -- answers`).
 */
export const leastAlike = 0.4;

/** A pair ready for comparing. */
export interface KnownPair {
  readonly pair: QaPair;
  readonly asked: readonly Word[];
  readonly askedBag: Bag;
  /** Of the question and the answer. */
  readonly bag: Bag;
}

export const turnsText = ({ turns }: QaPair, label: TurnLabel): string =>
  turns
    .filter((turn) => turn.label === label)
    .map(({ text }) => text)
    .join('\n');

/** What the team said, for a reader who never saw what it set right. */
export const teamWords = (pair: QaPair): string =>
  pair.turns
    .filter(({ label }) => label === 'Team')
    .map(({ text }) => withoutCorrectionOpening(text))
    .filter((text) => text !== '')
    .join('\n');

/** What was asked, for comparing. */
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
   * From 0 to 1: the mean of what the pair holds of the question (what only its answer says counts half) and of what the question
   * holds of the pair's.
   */
  readonly score: number;
  /** The smaller of what each question holds of the other. */
  readonly least: number;
}

/**
 * How alike a question and a pair are. Words count the same however rare, for people word things differently; only those that are
 * all over `around`, like a product's name, count for little. One word in common is none.
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

/** What a text holds of some terms: the part of their weight, and how many words that say something. */
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

/** From this rarity on a word counts in full. */
const fullRarity = 1;

/** Terms of equal weight, but for common words and those that are everywhere. */
export function evenly(words: readonly Word[], around: Corpus | null): readonly QueryTerm[] {
  const flat = weigh(words, null);
  if (!around) return flat;
  const rare = new Map(weigh(words, around).map(({ word, weight }) => [word.whole, weight]));
  return flat.map((term) => {
    const rarity = (rare.get(term.word.whole) ?? fullRarity) / term.weight;
    return { ...term, weight: term.weight * Math.min(1, rarity / fullRarity) };
  });
}

/** What a question wants to know, and how an answer that tells it looks. */
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

/** Whether a pair may tell what is asked: "how long is the course?" is not answered by what it costs. */
export const tellsWhatIsAsked = (question: string, pair: QaPair): boolean =>
  aspects.every(
    ({ asks, tells }) =>
      !asks.test(question) || asks.test(turnsText(pair, 'User')) || tells.test(turnsText(pair, 'Team')),
  );

const fewWords = String.raw`(?:[\p{L}\d'’-]+[ ]){0,3}`;
const people = String.raw`(?:customers?|users?|members?|admins?|administrators?|moderators?|owners?|guests?|students?|teams?|plans?|accounts?|subscribers?|subscriptions?|people|companies|schools?)`;

/** How somebody says what part of a thing they speak of: some people, a place or a system, a condition, an exception. */
const limits: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:for|on|with|as) (${fewWords}${people})\b`, 'giu'),
  /(?:^|[.!?:;,]\s+)(?:(?:[Yy]es|[Nn]o|[Bb]ut|[Aa]nd),?\s+)?(?:[Ii]n|[Oo]n|[Oo]utside|[Ww]ithin|[Ww]ith|[Ff]or|[Ss]ince|[Bb]efore|[Uu]ntil) (?:the )?(\p{Lu}[\p{L}\d.-]+|version \d[\w.]*|v\d[\w.]*)/gu,
  new RegExp(
    String.raw`\b(?:if|unless|except(?: for)?|only (?:for|if|in|on|when|with)) (${fewWords}[\p{L}\d'’-]+)`,
    'giu',
  ),
  /(?:^|[.!?:;,]\s+)([\p{L}-]+s) (?:may|can|have|get|need|pay|must|are allowed)\b/giu,
];

/** A new date takes the place of an old one, and so does a new hour. */
const date =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|now)\b/giu;

/** The words for the part that one pair speaks of and the other does not, as stems; none where it speaks of the whole. */
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
