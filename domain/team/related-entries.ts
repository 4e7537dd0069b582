import type { QaId } from '../values/qa-id.ts';
import type { RawEntry, Settled } from './qa-pair.ts';

/** How many entries are settled as these topics' or belong to the entry's conversation: what its place depends on. */
export function countRelated({
  entries,
  settled,
  qaId,
  topics,
}: {
  readonly entries: readonly RawEntry[];
  readonly settled: ReadonlyMap<QaId, Settled>;
  readonly qaId: QaId;
  readonly topics: readonly string[];
}): number {
  const conversation = entries.find((entry) => entry.qaId === qaId)?.conversationId;
  const related = new Set(
    entries.filter(({ conversationId }) => conversationId === conversation).map((entry) => entry.qaId),
  );
  for (const { qaId: other, topic } of settled.values()) {
    if (topic !== null && topics.includes(topic)) related.add(other);
  }
  return [...related].filter((id) => settled.has(id)).length;
}
