import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import type { Message } from '../../../../domain/intake/message.ts';
import type { Snapshot } from '../../../../domain/intake/snapshot.ts';
import { erasedAuthor, erasedText } from '../../../../domain/team/erased-turns.ts';
import { countIn, remove, update, valuesOf } from '../../database/rows.ts';
import { run, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { dropGapsOf } from '../operations/gap-records.ts';
import { findReplyRecords, rewriteBody } from '../reply/reply-record-rows.ts';
import { dropFromRecall } from '../reply/recall-records.ts';
import { snapshotsWith } from './person-turns.ts';

const tablesOfPerson = ['votes', 'vote_reasons', 'admissions', 'page_keys'] as const;
const tablesNaming = [...tablesOfPerson, 'page_changes', 'model_usage'] as const;

/** How many rows hold no words of a person but name them, and how many decisions are cached. */
export function* countRows(userId: string) {
  let otherRows = 0;
  for (const table of tablesNaming)
    otherRows += yield* countIn(tables.selectFrom(table).where('userId', '=', userId));
  return { otherRows, decisions: yield* countIn(tables.selectFrom('decisions')) };
}

/**
 * What the records hold of a person goes. The row of a question stays without words, so that no run answers it again. The
 * decision cache and the progress of all replies go as a whole: nothing tells which of them hold the person's words, and a
 * model answers again when it is asked again.
 */
export function* removeFromRecords(userId: string): Section<void> {
  yield* remove('messages', { authorId: userId });
  for (const snapshot of yield* snapshotsWith(userId)) {
    const body = JSON.stringify(withoutPerson(snapshot, userId));
    yield* update('snapshots', { id: snapshot.id }, { body });
  }
  const asked = yield* valuesOf('reply_records', { authorId: userId }, 'messageId');
  for (const record of yield* findReplyRecords(asked)) {
    yield* rewriteBody(withoutWords(record), { authorId: erasedAuthor });
    yield* dropFromRecall(record.messageId);
  }
  yield* dropGapsOf(asked);
  // A channel's share stays used, so that nobody can be called again and again by being forgotten.
  yield* update('admissions', { userId, state: ['called', 'requested'] }, { userId: erasedAuthor });
  for (const table of tablesOfPerson) yield* remove(table, { userId });
  yield* update('page_changes', { userId }, { userId: erasedAuthor });
  yield* update('model_usage', { userId }, { userId: null, questionId: null });
  yield* run(tables.updateTable('snapshots').set({ progress: null }).where('progress', 'is not', null));
  // Attempts that are under way begin anew, and so does the count of their calls.
  const decided = tables.selectFrom('reply_records').select('messageId');
  yield* run(
    tables.updateTable('model_usage').set({ questionId: null }).where('questionId', 'not in', decided),
  );
  yield* run(tables.deleteFrom('decisions'));
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
  decisions: [],
});
