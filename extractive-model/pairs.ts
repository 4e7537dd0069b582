import type { QaPair, TurnLabel } from '../domain/team/qa-pair.ts';
import { teamTurns } from '../domain/team/erased-turns.ts';
import { stem } from '../domain/search/search-terms.ts';
import { wordsIn } from '../domain/values/text.ts';
import { withoutContext } from './question.ts';
import { bagOf, countHeld, coverage, share, weigh, type Bag, type QueryTerm } from './text/matching.ts';
import { alternatives } from './text/word-lists.ts';
import { wordsOf } from './text/words.ts';

/** The least likeness of two questions that ask the same: more than half. Chosen on reworded pairs, among them the near misses of `bench/data`. */
export const alike = 0.51;

export const turnsText = ({ turns }: QaPair, label: TurnLabel): string =>
  turns
    .filter((turn) => turn.label === label)
    .map(({ text }) => text)
    .join('\n');

export const teamWords = (pair: QaPair): string => teamTurns(pair.turns).join('\n');

export const askedText = (pair: QaPair): string => withoutContext(turnsText(pair, 'User'));

/**
 * How much alike a question and a pair's question are, from 0 to 1: the smaller of the shares of words that each has of the other. 0 where
 * each names a thing that the other does not, where both name things that exclude one another, and where they share only one of several
 * words.
 */
export function likeness(question: string, pair: QaPair): number {
  const questionTerms = weigh(wordsOf(question), null);
  const pairTerms = weigh(wordsOf(askedText(pair)), null);
  const askedBag = bagOf(question);
  const knownBag = bagOf(askedText(pair));
  const wholeBag = bagOf(`${askedText(pair)}\n${turnsText(pair, 'Team')}`);
  const [lacking, missing] = [lacks(questionTerms, wholeBag), lacks(pairTerms, askedBag)];
  const shared = countHeld(questionTerms, knownBag);
  const isOther = (lacking && missing) || exclude(question, pair);
  if (isOther || shared < Math.min(2, questionTerms.length)) return 0;
  return Math.min(coverage(questionTerms, wholeBag), coverage(pairTerms, askedBag));
}

/** Whether a question names something that a pair does not. */
export const namesMore = (question: string, pair: QaPair): boolean =>
  lacks(weigh(wordsOf(question), null), bagOf(`${askedText(pair)}\n${turnsText(pair, 'Team')}`));

/** Whether a text lacks a word that says what a question is about. */
const lacks = (terms: readonly QueryTerm[], bag: Bag): boolean =>
  terms.some(({ word, weight }) => weight === 1 && share(word, bag) === 0);

/** Whether one names a side, such as "enable" or "Android", and the pair, in its question, only another one. */
function exclude(question: string, pair: QaPair): boolean {
  const questionStems = stemsOf(question);
  const [known, said] = [stemsOf(turnsText(pair, 'User')), stemsOf(turnsText(pair, 'Team'))];
  return alternatives.some((sides) => {
    const named = (stems: ReadonlySet<string>) =>
      sides.filter((side) => [...side].some((word) => stems.has(word)));
    const mine = named(questionStems);
    return (
      mine.length > 0 &&
      named(known).length > 0 &&
      ![...named(known), ...named(said)].some((side) => mine.includes(side))
    );
  });
}

const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsIn(text).map(stem));
