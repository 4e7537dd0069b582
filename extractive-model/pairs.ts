import type { QaPair, TurnLabel } from '../domain/team/qa-pair.ts';
import { withoutCorrectionOpening } from '../domain/language/correction-opening.ts';
import { teamTurns } from '../domain/team/erased-turns.ts';
import { withoutContext } from './question.ts';
import { bagOf, share, weigh, type Bag, type QueryTerm } from './text/matching.ts';
import { alternatives } from './text/word-lists.ts';
import { wordsOf, type Word } from './text/words.ts';

/** The least likeness of two questions that ask the same. Chosen on the triples about undici (`bench/data`). */
export const alike = 0.5;

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

/**
 * How much alike a question and a pair's question are, from 0 to 1: the mean of the shares of words that each has of the other. 0 where
 * each names a thing that the other does not, where both name things that exclude one another, and where they share only one of several
 * words.
 */
export function likeness(question: readonly Word[], pair: QaPair): number {
  const asked = weigh(question, null);
  const known = weigh(wordsOf(askedText(pair)), null);
  const askedBag = bagOf(question.map(({ surface }) => surface).join(' '));
  const knownBag = bagOf(askedText(pair));
  const wholeBag = bagOf(`${askedText(pair)}\n${turnsText(pair, 'Team')}`);
  const [lacking, missing] = [lacks(asked, wholeBag), lacks(known, askedBag)];
  const shared = asked.filter((term) => share(term, knownBag) > 0).length;
  const isOther = (lacking && missing) || exclude(askedBag, knownBag, wholeBag);
  if (isOther || shared < Math.min(2, asked.length)) return 0;
  return (held(asked, knownBag) + held(known, askedBag)) / 2;
}

/** Whether a question names something that a pair does not. */
export const namesMore = (question: readonly Word[], pair: QaPair): boolean =>
  lacks(weigh(question, null), bagOf(`${askedText(pair)}\n${turnsText(pair, 'Team')}`));

/** Whether a text lacks a word that says what a question is about. */
const lacks = (terms: readonly QueryTerm[], bag: Bag): boolean =>
  terms.some((term) => term.weight === 1 && share(term, bag) === 0);

/** The share of the terms' weight that a text contains. */
export function held(terms: readonly QueryTerm[], bag: Bag): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : terms.reduce((sum, term) => sum + term.weight * share(term, bag), 0) / total;
}

/** Whether one names a side, such as "enable" or "Android", and the pair, in its question, only another one. */
const exclude = (asked: Bag, known: Bag, whole: Bag): boolean =>
  alternatives.some((sides) => {
    const named = (bag: Bag) => sides.filter((side) => [...side].some((word) => bag.counts.has(word)));
    const mine = named(asked);
    return mine.length > 0 && named(known).length > 0 && !named(whole).some((side) => mine.includes(side));
  });
