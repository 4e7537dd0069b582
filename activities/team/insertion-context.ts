import { withoutOwnTurns, type RawEntry, type Settled } from '../../domain/team/qa-pair.ts';
import { compareQaIds, type QaId } from '../../domain/values/qa-id.ts';
import { countRelated } from '../../domain/team/related-entries.ts';
import { slugFromSourceId } from '../../domain/team/topic-slug.ts';
import { rememberingEach } from '../../domain/values/bounded.ts';
import type { Ledger } from '../../domain/ports/library.ts';
import type { LibraryDeps } from '../deps.ts';
import { requireEntry } from './classify.ts';

/** An entry that is about to be inserted, and everything that its position depends on, read at once. */
export interface InsertionContext {
  readonly deps: LibraryDeps;
  readonly generation: number;
  /** As counted before the rest was read. */
  readonly erasures: number;
  readonly entry: RawEntry;
  readonly settled: ReadonlyMap<QaId, Settled>;
  readonly entries: ReadonlyMap<QaId, RawEntry>;
  readonly captures: ReadonlyMap<RawEntry['conversationId'], readonly RawEntry[]>;
  /** Whether the entry removes nothing and no other pair is asked about again. */
  readonly withholdRemovals: boolean;
}

export function insertionContext(
  deps: LibraryDeps,
  { qaId, generation, ledger }: { readonly qaId: QaId; readonly generation: number; readonly ledger: Ledger },
): InsertionContext {
  const { settled, entries, erasures } = ledger;
  const entry = withoutOwnTurns(requireEntry(ledger, qaId));
  return { deps, generation, erasures, entry, settled, ...archiveOf(entries), withholdRemovals: false };
}

/** Remembered, because a rebuild asks for each of its entries while the archive stays the same. */
const archiveOf = rememberingEach((entries: Ledger['entries']) => ({
  entries: new Map(entries.map((one) => [one.qaId, withoutOwnTurns(one)])),
  captures: Map.groupBy(entries, ({ conversationId }) => conversationId),
}));

/**
 * Whether a newer capture of the conversation has found a topic. One that classify has skipped has nothing to put in
 * the older one's place.
 */
export const isSuperseded = (
  { settled, captures }: Pick<InsertionContext, 'settled' | 'captures'>,
  { qaId, conversationId }: RawEntry,
): boolean =>
  (captures.get(conversationId) ?? []).some(
    (other) => compareQaIds(other.qaId, qaId) > 0 && (settled.get(other.qaId)?.topic ?? null) !== null,
  );

/**
 * The topics that the entry may change, its own (`home`) last: those that it corrects, and those of its conversation's
 * older captures, which no longer count.
 */
export async function concernedTopics(context: InsertionContext, home: string): Promise<readonly string[]> {
  const { deps, entry, settled, captures } = context;
  const topics = new Set<string>();
  for (const { qaId } of captures.get(entry.conversationId) ?? []) {
    const { correctedSourceIds } = await deps.records.pairOrigin(qaId);
    for (const slug of [settled.get(qaId)?.topic, ...correctedSourceIds.map(slugFromSourceId)]) {
      if (slug) topics.add(slug);
    }
  }
  topics.delete(home);
  return [...topics, home];
}

export const countRelatedNow = (
  { entry, settled, entries }: InsertionContext,
  topics: readonly string[],
): { readonly topics: readonly string[]; readonly settled: number } => ({
  topics,
  settled: countRelated({ entries: [...entries.values()], settled, qaId: entry.qaId, topics }),
});
