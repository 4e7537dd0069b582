import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { sourceWords } from '../domain/posting/source-words.ts';
import { isTeamSource } from '../domain/team/topic-slug.ts';
import { countOf } from '../domain/values/text.ts';
import { teamWords } from './pairs.ts';
import { sectionText } from './question.ts';

/** A draft is good enough when every paragraph of it is verbatim in a source. */
export function answerVerification(sections: readonly PromptSection[]): Decision<'LLMVerificationResult'> {
  const texts = sections.filter(({ name }) => name === 'source').flatMap(textsOf);
  const paragraphs = sectionText(sections, 'draft')
    .split(/\n{2,}/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const foreign = paragraphs.filter((part) => !texts.some((text) => text.includes(part)));
  const isGoodEnough = paragraphs.length > 0 && foreign.length === 0;
  const issue =
    paragraphs.length === 0
      ? 'The draft is empty.'
      : `In no source: ${countOf(foreign.length, 'paragraph')}.`;
  return { is_good_enough: isGoodEnough, issues: isGoodEnough ? [] : [issue], suggested_fix: null };
}

/** The texts of a source; of a topic what the team said, also as one text without its openings. */
const textsOf = ({ id, text }: PromptSection): readonly string[] => [
  ...sourceWords({ sourceId: id ?? '', text }),
  ...(isTeamSource(id ?? '') ? parseTopic(text).pairs.map(teamWords) : []),
];
