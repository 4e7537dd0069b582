import { sql } from 'kysely';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import type { Message } from '../../../../domain/intake/message.ts';
import { messagesIn, type Snapshot } from '../../../../domain/intake/snapshot.ts';
import { erasedAuthor, erasedText } from '../../../../domain/team/erased-turns.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { countIn, list, remove, update, values, valuesOf } from '../../database/rows.ts';
import type { Transaction } from '../../database/database.ts';
import { findReplyRecords, rewriteBody } from '../reply/reply-record-rows.ts';
import { rehearsedNaming, removeRehearsedNaming } from '../reply/rehearsal-records.ts';

const tablesOfPerson = ['votes', 'admissions', 'page_keys'] as const;

/** Whether rows without words name a person: votes, limits, sessions. */
export async function isNamedInRows(trx: Transaction, userId: string): Promise<boolean> {
  for (const table of tablesOfPerson)
    if ((await countIn(trx.selectFrom(table).where('userId', '=', userId))) > 0) return true;
  return (await countIn(trx.selectFrom('setting_changes').where('changedBy', '=', userId))) > 0;
}

/**
 * What the records hold of a person goes. The row of a question stays without words, so that no run answers it again. The
 * decision cache goes as a whole: nothing tells which of them hold the person's words, and a model answers again when it
 * is asked again.
 */
export async function removeFromRecords(trx: Transaction, userId: string): Promise<void> {
  await remove(trx, 'messages', { authorId: userId });
  for (const snapshot of await snapshotsWith(trx, userId)) {
    await update(trx, 'snapshots', { id: snapshot.id }, { body: withoutPerson(snapshot, userId) });
  }
  const questionIds = await valuesOf(trx, 'reply_records', { authorId: userId }, 'messageId');
  for (const record of await findReplyRecords(trx, questionIds)) {
    await rewriteBody(trx, withoutWords(record), { authorId: erasedAuthor, recall: null, resolution: null });
  }
  await removeRehearsedNaming(trx, userId);
  // A channel's share stays used, so that nobody can be called again and again by being forgotten.
  await update(trx, 'admissions', { userId, state: ['called', 'requested'] }, { userId: erasedAuthor });
  await update(trx, 'setting_changes', { changedBy: userId }, { changedBy: erasedAuthor });
  for (const table of tablesOfPerson) await remove(trx, table, { userId });
  await update(trx, 'model_usage', { questionId: questionIds }, { questionId: null });
  // Attempts that are under way begin anew, and so does the count of their calls.
  const decided = trx.selectFrom('reply_records').select('messageId');
  await trx
    .updateTable('model_usage')
    .set({ questionId: null })
    .where('questionId', 'not in', decided)
    .execute();
  await trx.deleteFrom('decisions').execute();
}

function withoutPerson(snapshot: Snapshot, userId: string): Snapshot {
  const others = (messages: readonly Message[]) => messages.filter(({ author }) => author.id !== userId);
  const { author, batch, history } = snapshot;
  const forgotten = { ...author, id: erasedAuthor, name: erasedAuthor };
  return {
    ...snapshot,
    author: author.id === userId ? forgotten : author,
    batch: others(batch),
    history: others(history),
    others: others(snapshot.others),
  };
}

const withoutWords = (record: ReplyRecord): ReplyRecord => ({
  ...record,
  authorId: erasedAuthor,
  question: erasedText,
  translatedQuestion: null,
  untranslatedAnswer: null,
  answer: null,
  post: null,
  sourceIds: [],
  citations: [],
  nearest: [],
  vector: null,
  decisions: [],
});

/** The authors of turns, for pairs whose authors are known. */
export async function authorsOfPairs(trx: Transaction): Promise<ReadonlyMap<QaId, readonly string[]>> {
  const rows = await list(trx, 'pair_origins', {}, ['qaId', 'authorIds']);
  return new Map(rows.flatMap(({ qaId, authorIds }) => (authorIds ? [[qaId, authorIds]] : [])));
}

/** Snapshots with a message of the person. */
async function snapshotsWith(trx: Transaction, userId: string): Promise<readonly Snapshot[]> {
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
