import { asAnswered } from '../../domain/intake/as-answered.ts';
import { compareIds, mergeById, type Message } from '../../domain/intake/message.ts';
import { snapshotOfPair, type Snapshot } from '../../domain/intake/snapshot.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { withoutErased } from '../../domain/team/erasures-file.ts';
import type { LibraryDeps } from '../deps.ts';

interface Deps {
  readonly records: Pick<
    LibraryDeps['records'],
    'messageVersions' | 'pairOrigin' | 'snapshot' | 'causesBeginning'
  >;
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
  const { standing = [], retracted = [] } = await archiveOf(deps.library);
  const conversationEntries = standing.filter((entry) => entry.conversationId === conversationId);
  const learned = (await learnedFrom(deps, conversationEntries)).filter(
    ({ id }) => compareIds(id, batch.at(-1)?.id ?? '') < 0,
  );
  // What the team said in a retracted or a declined pair, and in no other, is not learned again beside something else.
  const standingIds = new Set(standing.flatMap(({ messageIds }) => messageIds));
  const unlearned = new Set(
    [...retracted.flatMap(({ messageIds }) => messageIds), ...(await declinedIds(deps, history))].filter(
      (id) => !standingIds.has(id),
    ),
  );
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

/** The beginning of the cause that stands for a pair that the team has declined. */
export const declined = 'declined/';

/** What the team said in pairs that it has declined, of the last 30 days. */
async function declinedIds(
  { records }: Pick<Deps, 'records'>,
  history: readonly Message[],
): Promise<readonly string[]> {
  const ids = new Set(history.map(({ id }) => declined + id));
  const causes = (await records.causesBeginning(declined)).filter((cause) => ids.has(cause));
  const snapshots = await Promise.all(causes.map((cause) => records.snapshot(cause.slice(declined.length))));
  return snapshots.flatMap((snapshot) => (snapshot?.batch ?? []).map(({ id }) => id));
}

/** The archive's entries, oldest first. */
async function archiveOf(library: Pick<Deps['library'], 'rawEntries' | 'retracted'>) {
  const retracted = await library.retracted();
  return Object.groupBy(await library.rawEntries(), ({ qaId }) =>
    retracted.has(qaId) ? 'retracted' : 'standing',
  );
}

/** The members' messages of a captured conversation, as they were learned in these entries. */
async function learnedFrom(deps: Deps, entries: readonly RawEntry[]): Promise<readonly Message[]> {
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
  const { standing = [] } = await archiveOf(library);
  return standing.filter((entry) => entry.conversationId === conversationId);
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
