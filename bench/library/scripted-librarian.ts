import { parseTopic } from '../../domain/team/qa-blocks.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';
import type { Pair } from './library-pairs.ts';

const topicCount = 60;

/**
 * A provider that files a pair under the rarest word of its question, of the sixty most frequent words of all pairs. It
 * keeps every pair, and removes those with the same question.
 */
export const librarian = (pairs: readonly Pair[]): Script => {
  const topics = frequentWords(pairs);
  return ({ decision, sections }) => {
    const pairsOf = (name: string) =>
      sections.filter((section) => section.name === name).flatMap(({ text }) => parseTopic(text).pairs);
    const question = (pair: ReturnType<typeof pairsOf>[number] | undefined) => pair?.turns[0]?.text ?? '';
    const [asked] = pairsOf('pair');
    if (decision === 'ClassificationResult') {
      const words = new Set(wordsOf(question(asked)));
      return { skip: false, topic_name: topics.findLast((topic) => words.has(topic)) ?? 'other' };
    }
    if (decision === 'IntegrationResult') {
      const same = pairsOf('topic').filter((pair) => question(pair) === question(asked));
      return { skip: false, remove_ids: same.map(({ qaId }) => qaId) };
    }
    return { text: 'Questions and answers of tech support.' };
  };
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]{4,}/gu) ?? [];

function frequentWords(pairs: readonly Pair[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { question } of pairs)
    for (const word of new Set(wordsOf(question))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, topicCount)
    .map(([word]) => word);
}
