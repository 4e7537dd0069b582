import { byTime } from '../values/qa-id.ts';
import type { RawEntry } from './qa-pair.ts';

/** Keeps the entry with the most messages of each conversation, the later of equal ones. Both results are oldest first. */
export function deduplicate(entries: readonly RawEntry[]): {
  readonly kept: readonly RawEntry[];
  readonly superseded: readonly RawEntry[];
} {
  const oldestFirst = entries.toSorted(byTime);
  const fullest = new Map<string, RawEntry>();
  for (const entry of oldestFirst) {
    const fullestYet = fullest.get(entry.conversationId);
    if (!fullestYet || messageCount(entry) >= messageCount(fullestYet))
      fullest.set(entry.conversationId, entry);
  }
  const isKept = (entry: RawEntry): boolean => fullest.get(entry.conversationId) === entry;
  return {
    kept: oldestFirst.filter(isKept),
    superseded: oldestFirst.filter((entry) => !isKept(entry)),
  };
}

const messageCount = ({ messageIds }: RawEntry): number => new Set(messageIds).size;

/** Captures of the same messages of a conversation, in any order, have the same key. */
export const conversationKey = ({ conversationId, messageIds }: RawEntry): string =>
  `${conversationId}\n${messageIds.toSorted().join(',')}`;

/** Without a setting, a tenth of the pairs may go without a person's yes, and in any case five. */
const fewest = 5;
const share = 0.1;

/** How many of the standing pairs may go at once without a yes. `configured` is `kb.max_removals_per_regeneration`. */
export const removalCap = (configured: number | null, standing: number): number =>
  configured ?? Math.max(fewest, Math.floor(standing * share));
