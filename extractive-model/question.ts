import { maskedText } from '../domain/moderation/moderate.ts';
import { asksForHelp } from '../domain/language/help-words.ts';
import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection, SectionName } from '../domain/models/prompt-sections.ts';
import { wordsOf, type Word } from './text/words.ts';

export const sectionText = (sections: readonly PromptSection[], name: SectionName): string =>
  sections
    .filter((section) => section.name === name)
    .map(({ text }) => text)
    .join('\n');

/** The question, with the member's last turn if it says hardly anything itself ("and how do I change it?"). */
export function wholeQuestion(sections: readonly PromptSection[]): string {
  const question = withoutContext(sectionText(sections, 'question'));
  if (wordsOf(question).length >= 2) return question;
  const turns = sectionText(sections, 'conversation').split(/^(?=(?:User|Team|You|Bot|Others): )/mu);
  const last = turns.findLast((turn) => turn.startsWith('User: '));
  return `${question}\n${withoutContext(last?.slice('User: '.length) ?? '')}`;
}

export const questionWords = (sections: readonly PromptSection[]): readonly Word[] =>
  wordsOf(wholeQuestion(sections));

/** Removes mentions, courtesies and what stands for masked text, which are no part of the question. A package's scope is no mention. */
export const withoutContext = (text: string): string =>
  [mention, courtesy, maskedText].reduce((rest, part) => rest.replaceAll(part, ' '), text).trim();

const mention = /(?<![^\s(])@[\p{L}\p{N}_.-]+(?![\p{L}\p{N}_.-]|\/)/gu;
/** As words of their own, not as parts of names. */
const courtesy =
  /^\s*(?:hi|hello|hey)(?: (?:all|everyone|everybody|there|guys|folks|team))?(?:[,.!:](?! world)|\s*\n)|,?\s*(?<![\p{L}\p{N}_./`-])(?:please|pls|plz)(?![\p{L}\p{N}_/`-]|\.\w)|(?<![\p{L}\p{N}_./`-])(?:thanks|thank you|thx)(?: in advance| a lot| so much)?[\s!.]*$/giu;

/** Addresses another person: asks what they did, have, like or want, and not what one does ("how are you supposed to"). */
const toSomeone =
  /\b(?:(?:did|have|are|were) (?:you|u)(?! (?:supposed|meant|expected|able|allowed|required) to\b)|you (?:got|bought|said|mean|meant|went)|do (?:you|u) (?:like|want|think|feel|enjoy|live|work|study))\b/iu;

const asksItself =
  /[?？؟]|^(?:how|what|why|when|where|which|who|can|could|is|are|do|does|did|should|any)\b|\b(?:i|my|we|our)\b/iu;

/** A text that mentions somebody else and asks nothing: an answer, or advice to them. */
function advisesSomeone(question: string): boolean {
  const isToOther = [...question.matchAll(mention)].some(([name]) => name.toLowerCase() !== '@steward');
  const ownWords = question.replaceAll(mention, ' ').trim();
  return isToOther && !asksItself.test(ownWords) && !asksForHelp(ownWords);
}

/** Takes everything that the heuristic gate let through for a question. Later steps find out whether the documents answer it. */
export function answerGate(sections: readonly PromptSection[]): Decision<'LLMGateDecision'> {
  const question = sectionText(sections, 'question');
  const decide = (is_answerable: boolean, reason: string): Decision<'LLMGateDecision'> => ({
    reason,
    is_question: true,
    is_answerable,
    rewrite_query: null,
    // Its search is by the question's words.
    search: null,
    topic: null,
    // A message with a single content word is a follow-up.
    subject_changed: wordsOf(question).length >= 2,
  });
  if (questionWords(sections).length === 0) return decide(false, 'It names nothing to look up.');
  const others = sectionText(sections, 'others').trim();
  if ((others !== '' && toSomeone.test(question)) || advisesSomeone(question.trim()))
    return decide(false, 'It is said to another member.');
  return decide(true, 'It asks about something that can be looked up.');
}
