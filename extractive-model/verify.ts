import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { sourceWords } from '../domain/posting/source-words.ts';
import { isTeamSource } from '../domain/team/topic-slug.ts';
import { countOf } from '../domain/values/text.ts';
import { teamWords } from './pairs.ts';
import { sectionText } from './question.ts';
import { sentencesIn } from './text/sentences.ts';

/** A draft is good enough when every paragraph, or every sentence of it, is verbatim in a source. */
export function answerVerification(sections: readonly PromptSection[]): Decision<'LLMVerificationResult'> {
  const texts = sections.filter(({ name }) => name === 'source').flatMap(textsOf);
  const draft = sectionText(sections, 'draft').trim();
  const stands = (part: string): boolean => texts.some((text) => text.includes(part));
  const parts = draft
    .split(/\n{2,}/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const foreign = parts
    .filter((part) => !stands(part))
    .flatMap((part) => sentencesOf(part).filter((s) => !stands(s)));
  const isGoodEnough = parts.length > 0 && foreign.length === 0;
  const issue =
    parts.length === 0 ? 'The draft is empty.' : `In no source: ${countOf(foreign.length, 'sentence')}.`;
  return { is_good_enough: isGoodEnough, issues: isGoodEnough ? [] : [issue], suggested_fix: null };
}

/** The texts of a source; of a topic what the team said, also as one text without its openings. */
const textsOf = ({ id, text }: PromptSection): readonly string[] => [
  ...sourceWords({ sourceId: id ?? '', text }),
  ...(isTeamSource(id ?? '') ? parseTopic(text).pairs.map(teamWords) : []),
];

const sentencesOf = (part: string): readonly string[] =>
  sentencesIn(part, { start: 0, end: part.length }).map(({ start, end }) => part.slice(start, end));
