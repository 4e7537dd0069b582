import type { TopicDifference } from '../../../domain/team/compare-topics.ts';
import { countOf, oneLineOf } from '../../../domain/values/text.ts';
import type { Comparison } from '../../../domain/ports/library.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { questionIn, type RawEntry } from '../../../domain/team/qa-pair.ts';

const shownChars = 100;

/** The diff of topics as text, with the first question of each pair from the raw archive. */
export function showComparison(
  { generation, live, differences }: Comparison,
  entries: readonly RawEntry[],
): string {
  if (differences.length === 0) return `The topics would stay as they are in generation ${live}.`;
  const words = new Map(entries.map((entry) => [entry.qaId, firstQuestion(entry)]));
  const heading = `Generation ${live} (live) against ${generation} (built and dropped):`;
  return [heading, ...differences.map((difference) => showTopic(difference, words))].join('\n\n');
}

function showTopic(
  { slug, change, added, removed, kept }: TopicDifference,
  words: ReadonlyMap<QaId, string>,
): string {
  const state = { new: 'new', gone: 'gone', changed: `${countOf(kept, 'pair')} kept` }[change];
  const line = (sign: string) => (id: QaId) => `${sign} ${id} ${words.get(id) ?? ''}`.trimEnd();
  return [`topic ${slug} (${state})`, ...removed.map(line('-')), ...added.map(line('+'))].join('\n');
}

const firstQuestion = ({ turns }: RawEntry): string => oneLineOf(questionIn(turns), shownChars);
