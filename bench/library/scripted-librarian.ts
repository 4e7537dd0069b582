import { parseTopic } from '../../domain/team/qa-blocks.ts';
import {
  startScriptedProvider,
  type Script,
  type ScriptedProvider,
} from '../../test/support/provider/scripted-provider.ts';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { qaIdFromTimestamp, timestampFromDate, type QaId } from '../../domain/values/qa-id.ts';
import type { CorpusPair } from '../corpora/chatterbot.ts';

const topicCount = 60;

/**
 * A provider that takes a fixed time for each answer. Of the corpus's sixty most frequent words, it files a pair under
 * the rarest one in its question. It keeps every pair, and removes those with the same question.
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

/** Files a pair about `number 7` on that number's shelf, and leaves everything else to another script. */
export const onShelves =
  (shelves: number, otherwise: Script): Script =>
  (call) => {
    if (call.decision !== 'ClassificationResult') return otherwise(call);
    const number = Number(/number (\d+)/u.exec(call.text('pair'))?.[1] ?? 0);
    return { skip: false, topic_name: `shelf-${number % shelves}` };
  };

/** Appends entries about numbers, a minute apart. */
export async function appendNumbers(
  { library }: Storage,
  { from = 0, count }: { readonly from?: number; readonly count: number },
): Promise<readonly QaId[]> {
  const ids: QaId[] = [];
  for (let minute = from; minute < from + count; minute += 1) {
    const timestamp = timestampFromDate(new Date(Date.UTC(2026, 1, 1) + minute * 60_000));
    const turns = [
      { label: 'User', text: `Where is number ${minute}?` },
      { label: 'Team', text: `On shelf ${minute}.` },
    ] as const;
    const about = { conversationId: `thread_${minute}`, messageIds: [String(minute * 10 + 1)] };
    const qaId = qaIdFromTimestamp(timestamp);
    await library.appendRaw({ qaId, timestamp, turns, ...about }, new Date());
    ids.push(qaId);
  }
  return ids;
}
