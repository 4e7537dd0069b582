import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { questionWords, sectionText } from './question.ts';
import { wordsOf } from './text/words.ts';

/** Said to another person who was just speaking: about what they did, have, like or want. */
const toSomeone =
  /\b(?:(?:did|have|are|were) (?:you|u)|you (?:got|bought|said|mean|meant|went)|do (?:you|u) (?:like|want|think|feel|enjoy|live|work|study))\b/iu;

/** What the heuristic gate lets through counts as a question. The later steps find out whether the documents answer it. */
export function answerGate(sections: readonly PromptSection[]): Decision<'LLMGateDecision'> {
  const question = sectionText(sections, 'question');
  const decide = (is_answerable: boolean, reason: string): Decision<'LLMGateDecision'> => ({
    is_question: true,
    is_answerable,
    rewrite_query: null,
    reason,
    topic: topicOf(sections, question),
    // What is said in a word or two follows up on what was said before.
    subject_changed: wordsOf(question).length >= 2,
  });
  if (questionWords(sections).length === 0) return decide(false, 'It names nothing to look up.');
  if (sectionText(sections, 'others').trim() !== '' && toSomeone.test(question)) {
    return decide(false, 'It is said to another member.');
  }
  return decide(true, 'It asks about something that can be looked up.');
}

/** The topic of which the question holds a name, every word of it. */
function topicOf(sections: readonly PromptSection[], question: string): string | null {
  const asked = new Set(wordsOf(question).map(({ whole }) => whole));
  const isNamed = (name: string): boolean => {
    const words = wordsOf(name);
    return words.length > 0 && words.every(({ whole }) => asked.has(whole));
  };
  const topics = sectionText(sections, 'topics')
    .split('\n')
    .map((line) => line.split(','));
  return topics.find((names) => names.some(isNamed))?.[0] ?? null;
}
