import { headingsOf } from '../domain/documents/headings.ts';
import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import { shortenedTo } from '../domain/values/text.ts';
import { askedText } from './pairs.ts';

/** Index descriptions are short. */
const maxChars = 350;

const oneLine = (text: string, chars = maxChars): string =>
  shortenedTo(text.replaceAll(/\s+/gu, ' ').trim(), chars);

const introductionChars = 120;

/** The title of a page with the beginning of its first paragraph, and its headings. */
export function documentSummary(text: string): string {
  const lines = text.split('\n');
  const [title = 'A page', ...headings] = new Set(headingsOf(lines).map((heading) => heading.title));
  const first = text.split(/\n\s*\n/u).find((paragraph) => /^\s*\p{L}/u.test(paragraph));
  const introduction = first && oneLine(first, introductionChars);
  return oneLine([title, introduction, headings.join(', ')].filter(Boolean).join(' – '));
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
