import { parseTopic } from '../../domain/team/qa-blocks.ts';
import {
  startScriptedProvider,
  type Script,
  type ScriptedProvider,
} from '../../test/support/provider/scripted-provider.ts';
import type { CorpusPair } from './chatterbot-corpus.ts';

const topicCount = 60;

/**
 * A provider that takes a fixed time for each answer. It files a pair under the rarest of the corpus's sixty most frequent
 * words that its question holds, keeps every pair, and removes one that has the same question.
 */
export const startScriptedLibrarian = ({
  pairs,
  milliseconds,
}: {
  readonly pairs: readonly CorpusPair[];
  readonly milliseconds: number;
}): Promise<ScriptedProvider> =>
  startScriptedProvider({ script: librarian(frequentWords(pairs)), milliseconds, keepsCalls: false });

const librarian =
  (topics: readonly string[]): Script =>
  ({ decision, sections }) => {
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

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]{4,}/gu) ?? [];

function frequentWords(pairs: readonly CorpusPair[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { question } of pairs)
    for (const word of new Set(wordsOf(question))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, topicCount)
    .map(([word]) => word);
}
