import { asAnswered } from '../../domain/intake/as-answered.ts';
import { compareIds, mergeById, type Message } from '../../domain/intake/message.ts';
import { snapshotOfPair, type Snapshot } from '../../domain/intake/snapshot.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { withoutErased } from '../../domain/team/erasures-file.ts';
import type { LibraryDeps } from '../deps.ts';

interface Deps {
  readonly records: Pick<LibraryDeps['records'], 'messageVersions' | 'pairOrigin' | 'snapshot'>;
  readonly library: Pick<LibraryDeps['library'], 'rawEntries' | 'retracted' | 'erasedSince'>;
}

/**
 * A conversation to capture, with the words that the team answered. What was learned of it before stays as it was learned, also what
 * its author has edited or deleted since. If nothing shows what the team saw, the team has to confirm the pair.
 */
export async function asTeamSaw<Captured extends Snapshot>(
  deps: Deps,
  snapshot: Captured,
): Promise<Captured> {
  const { history, batch, conversationId } = snapshot;
  const learned = (await learnedBefore(deps, conversationId)).filter(
    ({ id }) => compareIds(id, batch.at(-1)?.id ?? '') < 0,
  );
  const unlearned = await unlearnedIds(deps.library);
  const learnedIds = new Set(learned.map(({ id }) => id));
  const batchIds = new Set(batch.map(({ id }) => id));
  const merged = mergeById([...history, ...batch, ...learned]);
  const versions = Map.groupBy(
    await deps.records.messageVersions(merged.map(({ id }) => id)),
    ({ id }) => id,
  );
  const { messages, changedIds } = asAnswered(merged, (id) => versions.get(id) ?? []);
  const changed = changedIds.filter((id) => !learnedIds.has(id));
  return {
    ...snapshot,
    history: messages.filter(
      ({ id, author }) => !batchIds.has(id) && !(author.kind === 'team_member' && unlearned.has(id)),
    ),
    ...(changed.length > 0 && { asksTeam: true, changedIds: changed }),
  };
}

/** The messages of retracted pairs that stand in no other: what the team said there is not learned again beside something else. */
async function unlearnedIds(library: Deps['library']): Promise<ReadonlySet<string>> {
  const retracted = await library.retracted();
  const entries = Map.groupBy(await library.rawEntries(), ({ qaId }) => retracted.has(qaId));
  const idsOf = (isRetracted: boolean) =>
    (entries.get(isRetracted) ?? []).flatMap(({ messageIds }) => messageIds);
  const standing = new Set(idsOf(false));
  return new Set(idsOf(true).filter((id) => !standing.has(id)));
}

/** The members' messages of a captured conversation, as they were learned. */
async function learnedBefore(deps: Deps, conversationId: string): Promise<readonly Message[]> {
  const entries = await entriesOf(deps, conversationId);
  const newest = await newestSnapshot(deps, entries);
  const ids = new Set(entries.flatMap(({ messageIds }) => messageIds));
  const messages = newest ? [...newest.history, ...newest.batch] : [];
  return withoutErased(
    await deps.library.erasedSince(),
    messages.filter(({ id, author }) => ids.has(id) && author.kind === 'community_user'),
  );
}

/** The entries of a conversation that are not retracted, oldest first. */
export async function entriesOf(
  { library }: { readonly library: Pick<LibraryDeps['library'], 'rawEntries' | 'retracted'> },
  conversationId: string,
): Promise<readonly RawEntry[]> {
  const retracted = await library.retracted();
  return (await library.rawEntries()).filter(
    (entry) => entry.conversationId === conversationId && !retracted.has(entry.qaId),
  );
}

/** The snapshot of the newest entry that still has one. */
export async function newestSnapshot(
  { records }: Pick<Deps, 'records'>,
  entries: readonly RawEntry[],
): Promise<Snapshot | null> {
  for (const { qaId } of entries.toReversed()) {
    const snapshot = await snapshotOfPair(records, qaId);
    if (snapshot) return snapshot;
  }
  return null;
}
