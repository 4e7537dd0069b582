import type { DatabaseSync } from 'node:sqlite';
import { erasedSince, isErased, topicHash, type Erasure } from '../../../domain/team/erasures-file.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { Message } from '../../../domain/intake/message.ts';
import { slugFromSourceId } from '../../../domain/team/topic-slug.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import { erasedAuthor, erasedText } from '../../../domain/team/erased-turns.ts';
import { dropFromRecall } from './recall-records.ts';
import { messagesIn, snapshotsNaming } from './person-turns.ts';

/** How many records hold words of a person, or may hold some. */
export function countOfPerson(db: DatabaseSync, line: Erasure) {
  const count = (sql: string, ...values: readonly string[]) =>
    Number(db.prepare(`SELECT count(*) AS n FROM ${sql}`).get(...values)?.['n']);
  return {
    messages: count("messages WHERE json_extract(body, '$.author.id') = ?", line.userId),
    snapshots: ownSnapshots(db, line).length,
    interactions: interactionsToScrub(db, line).length,
    decisions: count('decisions'),
  };
}

/**
 * The person's words leave the records: messages and snapshots lose their text, rows of questions theirs and the
 * answers that may rest on them. The decision cache goes as a whole: its keys are hashes of everything that went in, so
 * nothing tells which answers hold the person's words, and a model answers again when it is asked again.
 */
export function scrubRecords(db: DatabaseSync, line: Erasure): void {
  const records = interactionsToScrub(db, line);
  db.prepare("UPDATE messages SET body = NULL WHERE json_extract(body, '$.author.id') = ?").run(line.userId);
  const setSnapshot = db.prepare('UPDATE snapshots SET body = ? WHERE id = ?');
  for (const snapshot of ownSnapshots(db, line)) {
    setSnapshot.run(JSON.stringify(scrubSnapshot(snapshot, line)), snapshot.id);
  }
  const setInteraction = db.prepare('UPDATE interactions SET body = ? WHERE message_id = ?');
  for (const record of records) {
    setInteraction.run(JSON.stringify(scrubInteraction(record, line)), record.messageId);
    dropFromRecall(db, record.messageId);
  }
  for (const table of ['votes', 'vote_reasons'])
    db.prepare(`DELETE FROM ${table} WHERE user_id = ?`).run(line.userId);
  db.prepare('UPDATE model_usage SET user_id = NULL WHERE user_id = ?').run(line.userId);
  db.prepare('DELETE FROM profile_drafts WHERE user_id = ?').run(line.userId);
  db.prepare('DELETE FROM admissions WHERE user_id = ?').run(line.userId);
  db.prepare('DELETE FROM decisions').run();
}

/** Whether a record that is about to be written holds words that were erased since it was made. */
export function holdsErased(db: DatabaseSync, messages: readonly Message[]): boolean {
  const rows = db.prepare('SELECT user_id, max(forgotten_at) AS at FROM forgotten GROUP BY user_id').all();
  const since = new Map(rows.map((row) => [String(row['user_id']), String(row['at'])]));
  return messages.some(({ author, createdAt }) => isErased(since, { authorId: author.id, createdAt }));
}

const isOwn = ({ author, createdAt }: Message, line: Erasure): boolean =>
  isErased(erasedSince([line]), { authorId: author.id, createdAt });

const ownSnapshots = (db: DatabaseSync, line: Erasure): readonly Snapshot[] =>
  snapshotsNaming(db, line.userId).filter((snapshot) =>
    messagesIn(snapshot).some((message) => isOwn(message, line)),
  );

function scrubSnapshot(snapshot: Snapshot, line: Erasure): Snapshot {
  const scrub = (messages: readonly Message[]) =>
    messages.map((message) =>
      isOwn(message, line)
        ? {
            ...message,
            author: { ...message.author, id: erasedAuthor, name: erasedAuthor },
            text: '',
            attachments: [],
          }
        : message,
    );
  const author =
    snapshot.author.id === line.userId
      ? { ...snapshot.author, id: erasedAuthor, name: erasedAuthor }
      : snapshot.author;
  const { batch, history, others } = snapshot;
  return { ...snapshot, author, batch: scrub(batch), history: scrub(history), others: scrub(others) };
}

/** The person's own questions, questions asked in sight of their messages, and answers from topics with their pairs. */
function interactionsToScrub(db: DatabaseSync, line: Erasure): readonly ReplyRecord[] {
  const seen = new Set(ownSnapshots(db, line).map(({ id }) => id));
  const topics = new Set(line.topics);
  const isTopic = (sourceId: string) => topics.has(topicHash(slugFromSourceId(sourceId) ?? ''));
  const rows = db.prepare('SELECT body FROM interactions').iterate();
  const found: ReplyRecord[] = [];
  for (const row of rows) {
    const record = JSON.parse(String(row['body'])) as ReplyRecord;
    const { authorId, messageId, sourceIds, createdAt, answer, post } = record;
    if (Date.parse(createdAt) > Date.parse(line.erasedAt)) continue;
    const isOwnQuestion = authorId === line.userId;
    const hasAnswer = answer !== null || post !== null;
    const mayQuote = seen.has(messageId) || sourceIds.some(isTopic);
    if (isOwnQuestion || (mayQuote && hasAnswer)) found.push(record);
  }
  return found;
}

const scrubInteraction = (record: ReplyRecord, { userId }: Erasure): ReplyRecord => ({
  ...record,
  ...(record.authorId === userId && { authorId: erasedAuthor, question: erasedText }),
  translatedQuestion: null,
  untranslatedAnswer: null,
  answer: null,
  post: null,
  sourceIds: [],
  citations: [],
  decisions: [],
});
