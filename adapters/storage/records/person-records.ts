import { erasedSince, isErased, topicHash, type Erasure } from '../../../domain/team/erasures-file.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { Message } from '../../../domain/intake/message.ts';
import { slugFromSourceId } from '../../../domain/team/topic-slug.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import { erasedAuthor, erasedText } from '../../../domain/team/erased-turns.ts';
import { list, remove, update } from '../database/rows.ts';
import { all, first, run, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';
import { dropFromRecall } from './recall-records.ts';
import { messagesIn, snapshotsNaming } from './person-turns.ts';

/** How many records hold words of a person, or may hold some. */
export function* countOfPerson(line: Erasure) {
  const count = ({ fn }: { readonly fn: typeof tables.fn }) => fn.countAll<number | string>().as('n');
  const messages = yield* first(
    tables
      .selectFrom('messages')
      .select(count)
      .where('author_id', '=', line.userId)
      .where('body', 'is not', null),
  );
  const decisions = yield* first(tables.selectFrom('decisions').select(count));
  return {
    messages: Number(messages?.n),
    snapshots: (yield* ownSnapshots(line)).length,
    interactions: (yield* interactionsToScrub(line)).length,
    decisions: Number(decisions?.n),
  };
}

/**
 * The person's words leave the records: messages and snapshots lose their text, rows of questions theirs and the
 * answers that may rest on them. The decision cache goes as a whole: its keys are hashes of everything that went in, so
 * nothing tells which answers hold the person's words, and a model answers again when it is asked again.
 */
export function* scrubRecords(line: Erasure): Section<void> {
  const { userId } = line;
  const records = yield* interactionsToScrub(line);
  yield* update('messages', { author_id: userId }, { body: null });
  for (const snapshot of yield* ownSnapshots(line)) {
    const body = JSON.stringify(scrubSnapshot(snapshot, line));
    yield* update('snapshots', { id: snapshot.id }, { body, progress: null });
  }
  for (const record of records) {
    const scrubbed = scrubInteraction(record, line);
    yield* update(
      'interactions',
      { message_id: record.messageId },
      { body: JSON.stringify(scrubbed), author_id: scrubbed.authorId },
    );
    yield* dropFromRecall(record.messageId);
  }
  for (const table of ['votes', 'vote_reasons', 'admissions'] as const) {
    yield* remove(table, { user_id: userId });
  }
  yield* update('model_usage', { user_id: userId }, { user_id: null, question_id: null });
  yield* run(tables.deleteFrom('decisions'));
}

/** Whether a record that is about to be written holds words that were erased since it was made. */
export function* holdsErased(messages: readonly Message[]): Section<boolean> {
  const authors = [...new Set(messages.map(({ author }) => author.id))];
  if (authors.length === 0) return false;
  const rows = yield* all(
    tables
      .selectFrom('forgotten')
      .select(({ fn }) => ['user_id', fn.max('forgotten_at').as('at')])
      .where('user_id', 'in', authors)
      .groupBy('user_id'),
  );
  const since = new Map(rows.map(({ user_id: id, at }) => [id, at]));
  return messages.some(({ author, createdAt }) => isErased(since, { authorId: author.id, createdAt }));
}

/** Finds a row when anyone was erased since words were read: what was made of them may hold that person's. */
export const erasedSinceReading = (time: Date) =>
  tables
    .selectFrom('forgotten')
    .select('user_id')
    .where('forgotten_at', '>=', time.toISOString().slice(0, 23));

const isOwn = ({ author, createdAt }: Message, line: Erasure): boolean =>
  isErased(erasedSince([line]), { authorId: author.id, createdAt });

function* ownSnapshots(line: Erasure): Section<readonly Snapshot[]> {
  return (yield* snapshotsNaming(line.userId)).filter((snapshot) =>
    messagesIn(snapshot).some((message) => isOwn(message, line)),
  );
}

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
function* interactionsToScrub(line: Erasure): Section<readonly ReplyRecord[]> {
  const seen = new Set((yield* ownSnapshots(line)).map(({ id }) => id));
  const topics = new Set(line.topics);
  const isTopic = (sourceId: string) => topics.has(topicHash(slugFromSourceId(sourceId) ?? ''));
  const rows = yield* list('interactions', {}, ['body']);
  return rows
    .map(({ body }) => JSON.parse(body) as ReplyRecord)
    .filter(({ authorId, messageId, sourceIds, createdAt, answer, post }) => {
      if (Date.parse(createdAt) > Date.parse(line.erasedAt)) return false;
      const hasAnswer = answer !== null || post !== null;
      const mayQuote = seen.has(messageId) || sourceIds.some(isTopic);
      return authorId === line.userId || (mayQuote && hasAnswer);
    });
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
