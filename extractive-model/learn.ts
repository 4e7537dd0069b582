import type { Decision } from '../domain/models/decisions.ts';
import { parseIndex } from '../domain/documents/index-file.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { isTeamSource, slugFromSourceId, topicSlug } from '../domain/team/topic-slug.ts';
import { bagOf, countHeld, coverage, weigh, type QueryTerm } from './text/matching.ts';
import { askedText, turnsText, alike, likeness, namesMore } from './pairs.ts';
import { plainId } from './text/passages.ts';
import { commonStems } from './text/word-lists.ts';
import { wordsOf, type Word } from './text/words.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import { wordsIn } from '../domain/values/text.ts';
import type { QaPair } from '../domain/team/qa-pair.ts';

/** The share of a question that a description must contain for the pair to join its topic. */
const joinThreshold = 0.4;

/** Fewer content words by the team are no answer. */
const minAnswerTerms = 3;

/** A question with no other content words is too vague: "I get this error" names no error. */
const vague = new Set([
  'error',
  'issu',
  'problem',
  'bug',
  'messag',
  'thing',
  'stuff',
  'fail',
  'broken',
  'screen',
]);

const pairsIn = (sections: readonly PromptSection[], name: 'pair' | 'topic'): readonly QaPair[] =>
  sections.filter((section) => section.name === name).flatMap(({ text }) => parseTopic(text).pairs);

const skip = { skip: true, topic_name: '' } as const;

/** Puts a pair into the topic whose description contains most of its question, or else into a new topic named after the question. */
export function answerClassification(sections: readonly PromptSection[]): Decision<'ClassificationResult'> {
  const [pair] = pairsIn(sections, 'pair');
  if (!pair) return skip;
  const question = wordsOf(askedText(pair));
  const answer = wordsOf(turnsText(pair, 'Team'));
  if (termCount(answer) < minAnswerTerms || question.every(({ whole }) => vague.has(whole))) return skip;
  const isAnswer = sections.every(({ name }) => name !== 'unreplied') || shareTelling(question, answer);
  if (!isAnswer) return skip;
  const entries = sections
    .filter(({ name }) => name === 'index')
    .flatMap(({ text }) => parseIndex(text))
    .map(({ sourceId, description }) => ({ sourceId, bag: bagOf(`${plainId(sourceId)}\n${description}`) }));
  const terms = weigh(question, null);
  const [topic] = entries
    .filter(({ sourceId }) => isTeamSource(sourceId))
    .map((entry) => ({ ...entry, part: coverage(terms, entry.bag) }))
    .filter(({ part, bag }) => part >= joinThreshold && countHeld(terms, bag) >= Math.min(2, terms.length))
    .toSorted((a, b) => b.part - a.part);
  const bags = entries.map(({ bag }) => bag);
  const slug = topic && slugFromSourceId(topic.sourceId);
  return { skip: false, topic_name: slug ?? topicName(weigh(question, bags)) };
}

/** Whether both share a word that is not common in technical talk. Without one, an unreplied message is no answer. */
function shareTelling(question: readonly Word[], answer: readonly Word[]): boolean {
  const questionTerms = new Set(
    question.map(({ whole }) => whole).filter((whole) => !commonStems.has(whole) && !vague.has(whole)),
  );
  return answer.some(({ whole, parts }) => [whole, ...parts].some((stem) => questionTerms.has(stem)));
}

const termCount = (words: readonly Word[]): number =>
  new Set(words.flatMap(({ whole, parts }) => [whole, ...parts])).size;

/** The two to four weightiest words of the question, in its order. */
function topicName(query: readonly QueryTerm[]): string {
  const heaviest = query.toSorted((a, b) => b.weight - a.weight);
  const telling = heaviest.filter(({ word }) => !commonStems.has(word.whole)).slice(0, 3);
  const chosen = new Set(telling.length >= 2 ? telling : heaviest.slice(0, 3));
  const words = query.filter((term) => chosen.has(term)).map(({ word }) => word.surface);
  return topicSlug(words.join('-')) ?? 'general-questions';
}

/**
 * Removes older pairs that ask the same and are answered otherwise. One whose question is wider stays: the new pair may be about a part.
 */
export function answerIntegration(sections: readonly PromptSection[]): Decision<'IntegrationResult'> {
  const [added] = pairsIn(sections, 'pair');
  if (!added) return { skip: true, remove_ids: [] };
  const others = pairsIn(sections, 'topic').filter(({ qaId }) => qaId !== added.qaId);
  if (others.some((pair) => saysTheSame(pair, added, 'User') && saysTheSame(pair, added, 'Team')))
    return { skip: true, remove_ids: [] };
  const question = askedText(added);
  const replaced = others.filter(
    (pair) =>
      compareQaIds(pair.qaId, added.qaId) < 0 &&
      !saysTheSame(pair, added, 'Team') &&
      likeness(question, pair) >= alike &&
      !namesMore(question, pair),
  );
  return { skip: false, remove_ids: replaced.map(({ qaId }) => qaId) };
}

const saysTheSame = (a: QaPair, b: QaPair, label: 'User' | 'Team'): boolean =>
  wordsIn(turnsText(a, label)).join(' ') === wordsIn(turnsText(b, label)).join(' ');
