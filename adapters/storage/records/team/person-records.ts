import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import type { Message } from '../../../../domain/intake/message.ts';
import type { Snapshot } from '../../../../domain/intake/snapshot.ts';
import { erasedAuthor, erasedText } from '../../../../domain/team/erased-turns.ts';
import { countIn, remove, update, valuesOf } from '../../database/rows.ts';
import type { Transaction } from '../../database/database.ts';
import { findReplyRecords, rewriteBody } from '../reply/reply-record-rows.ts';
import { removeRehearsedNaming } from '../reply/rehearsal-records.ts';
import { snapshotsWith } from './person-turns.ts';

const tablesOfPerson = ['votes', 'admissions', 'page_keys'] as const;
const tablesNaming = [...tablesOfPerson, 'model_usage'] as const;

/** Whether rows without words name a person: votes, limits, sessions, usage. */
export async function isNamedInRows(trx: Transaction, userId: string): Promise<boolean> {
  for (const table of tablesNaming)
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
  await update(trx, 'model_usage', { userId }, { userId: null, questionId: null });
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
