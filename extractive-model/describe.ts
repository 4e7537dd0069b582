import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import { shortenedTo } from '../domain/values/text.ts';
import { askedText } from './pairs.ts';
import { textBlocksOf, titleOf } from './text/blocks.ts';

/** Index descriptions are short. */
const maxChars = 350;

const oneLine = (text: string): string => shortenedTo(text.replaceAll(/\s+/gu, ' ').trim(), maxChars);

/** The title of a page with its first paragraph. */
export function documentSummary(text: string): string {
  const title = titleOf(text) || 'A page';
  const first = textBlocksOf(text).find(({ kind }) => kind === 'prose');
  return oneLine(first ? `${title}: ${text.slice(first.start, first.end)}` : title);
}

/** The questions of a team's topic, newest first. */
export function topicSummary(text: string): string {
  const { pairs } = parseTopic(text);
  const newestFirst = pairs.toSorted((a, b) => compareQaIds(b.qaId, a.qaId));
  return oneLine(newestFirst.map(askedText).join(' ')) || 'Answers by the team.';
}

export function answerDescription(sections: readonly PromptSection[]): Decision<'LLMTextResult'> {
  const topic = sections.find(({ name }) => name === 'topic');
  const document = sections.find(({ name }) => name === 'document');
  return { text: topic ? topicSummary(topic.text) : documentSummary(document?.text ?? ''), questions: [] };
}
