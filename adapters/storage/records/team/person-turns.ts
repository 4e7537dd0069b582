import { sql } from 'kysely';
import type { Message } from '../../../../domain/intake/message.ts';
import { messagesIn, type Snapshot } from '../../../../domain/intake/snapshot.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { list, values } from '../../database/rows.ts';
import type { Transaction } from '../../database/database.ts';
import { rehearsedNaming } from '../reply/rehearsal-records.ts';

/** The authors of turns, for pairs whose authors are known. */
export async function authorsOfPairs(trx: Transaction): Promise<ReadonlyMap<QaId, readonly string[]>> {
  const rows = await list(trx, 'pair_origins', {}, ['qaId', 'authorIds']);
  return new Map(rows.flatMap(({ qaId, authorIds }) => (authorIds ? [[qaId, authorIds]] : [])));
}

/** Snapshots with a message of the person. */
export async function snapshotsWith(trx: Transaction, userId: string): Promise<readonly Snapshot[]> {
  const naming = sql<boolean>`body LIKE ${`%${JSON.stringify(userId)}%`}`;
  const snapshots = await values(trx.selectFrom('snapshots').select('body').where(naming));
  return snapshots.filter(
    (snapshot) =>
      snapshot.author.id === userId || messagesIn(snapshot).some(({ author }) => author.id === userId),
  );
}

/** The person's known messages with their side of the conversation, the time of the last, and the person's names. */
export async function knownOf(
  trx: Transaction,
  userId: string,
): Promise<{
  readonly messages: ReadonlyMap<string, 'User' | 'Team'>;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
  readonly names: ReadonlySet<string>;
  /** Whether records hold words of the person. */
  readonly areThere: boolean;
}> {
  const labelsById = new Map<string, 'User' | 'Team'>();
  const names = new Set<string>();
  let lastAt = 0;
  const add = ({ id, author, createdAt }: Message) => {
    if (author.id !== userId) return;
    lastAt = Math.max(lastAt, Date.parse(createdAt));
    labelsById.set(id, author.kind === 'team_member' ? 'Team' : 'User');
    if (author.name !== userId) names.add(author.name);
  };
  const messages = await list(trx, 'messages', { authorId: userId }, ['body']);
  for (const { body } of messages) body?.forEach(add);
  const snapshots = await snapshotsWith(trx, userId);
  for (const snapshot of snapshots) messagesIn(snapshot).forEach(add);
  const rehearsed = await rehearsedNaming(trx, userId);
  for (const { snapshot, team } of rehearsed) [...messagesIn(snapshot), ...team].forEach(add);
  const questionRows = await list(trx, 'reply_records', { authorId: userId }, ['messageId', 'createdAt']);
  for (const { messageId: id, createdAt } of questionRows) {
    labelsById.set(id, labelsById.get(id) ?? 'User');
    lastAt = Math.max(lastAt, Date.parse(createdAt));
  }
  const areThere = labelsById.size + snapshots.length + rehearsed.length > 0;
  return { messages: labelsById, lastAt, names, areThere };
}
