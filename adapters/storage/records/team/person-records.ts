import { erasedSince, isErased, topicHash, type Erasure } from '../../../../domain/team/erasures-file.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import type { Message } from '../../../../domain/intake/message.ts';
import { slugFromSourceId } from '../../../../domain/team/topic-slug.ts';
import { answerTurnId } from '../../../../domain/intake/ask-snapshot.ts';
import { messagesIn, type Snapshot } from '../../../../domain/intake/snapshot.ts';
import { erasedAuthor, erasedText } from '../../../../domain/team/erased-turns.ts';
import { parseRaw } from '../../../../domain/team/qa-blocks.ts';
import { allAmong, countIn, insertNew, remove, update, valueOf, valuesOf } from '../../database/rows.ts';
import { all, run, type Section, type Statement } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { deletionExpiry } from '../intake/message-records.ts';
import { dropGapsOf } from '../operations/gap-records.ts';
import { findReplyRecords, rewriteBody } from '../reply/reply-record-rows.ts';
import { dropFromRecall } from '../reply/recall-records.ts';

const heldMessages = tables.selectFrom('messages').select('id').where('body', 'is not', null);

const tablesOfPerson = ['votes', 'vote_reasons', 'admissions', 'page_keys'] as const;
const tablesNaming = [...tablesOfPerson, 'page_changes', 'model_usage'] as const;

/** How many records hold words of a person, or may hold some. */
export function* countOfPerson(line: Erasure) {
  const { messageIds, snapshots, records } = yield* foundOf(line);
  let otherRows = 0;
  for (const table of tablesNaming)
    otherRows += yield* countIn(tables.selectFrom(table).where('userId', '=', line.userId));
  const own = yield* all(heldMessages.where('authorId', '=', line.userId));
  const others = yield* allAmong([...messageIds], (ids) => heldMessages.where('id', 'in', ids));
  return {
    messages: new Set([...own, ...others].map(({ id }) => id)).size,
    snapshots: snapshots.length,
    replyRecords: records.length,
    otherRows,
    decisions: yield* countIn(tables.selectFrom('decisions')),
  };
}

/**
 * The person's words leave the records: messages and snapshots lose their text, rows of questions theirs and the
 * answers that may rest on them. The decision cache and the progress of all replies go as a whole: nothing tells which of
 * them hold the person's words, and a model answers again when it is asked again.
 */
export function* scrubRecords(line: Erasure): Section<void> {
  const { userId } = line;
  const { messageIds, snapshots, records } = yield* foundOf(line);
  const gone = { authorId: erasedAuthor, body: null };
  yield* update('messages', { authorId: userId }, gone);
  yield* update('messages', { id: [...messageIds] }, gone);
  const expiresAt = deletionExpiry(Date.parse(line.erasedAt));
  const rows = [...messageIds].map((id) => ({ ...gone, id, editedAt: '', expiresAt }));
  yield* insertNew('messages', rows);
  for (const id of snapshots) {
    const snapshot = JSON.parse((yield* valueOf('snapshots', { id }, 'body')) ?? '') as Snapshot;
    yield* update('snapshots', { id }, { body: JSON.stringify(scrubSnapshot(snapshot, line, messageIds)) });
  }
  for (const record of records) {
    const scrubbed = scrubReplyRecord(record, line);
    yield* rewriteBody(scrubbed, { authorId: scrubbed.authorId });
    yield* dropFromRecall(record.messageId);
  }
  yield* dropGapsOf(records.filter(({ authorId }) => authorId === userId).map(({ messageId }) => messageId));
  // A channel's share stays used, so that nobody can be called again and again by being forgotten.
  yield* update('admissions', { userId, state: ['called', 'requested'] }, { userId: erasedAuthor });
  for (const table of tablesOfPerson) yield* remove(table, { userId });
  yield* update('page_changes', { userId }, { userId: erasedAuthor });
  yield* update('model_usage', { userId }, { userId: null, questionId: null });
  yield* run(tables.updateTable('snapshots').set({ progress: null }).where('progress', 'is not', null));
  yield* run(tables.deleteFrom('decisions'));
}

/**
 * What holds words of a person: messages, snapshots and reply records. An answer that may rest on the words is a turn of
 * later conversations, whose answers may rest on them in turn.
 */
function* foundOf(line: Erasure) {
  const messageIds = new Set(yield* erasedMessages(line));
  const records = [...(yield* recordsToScrub(line))];
  const others = new Map((yield* turnsOfSnapshots(line)).map((one) => [one.id, one]));
  const snapshots: string[] = [];
  for (let found = records; ;) {
    for (const id of yield* answersOf(found)) messageIds.add(id);
    const holding = [...others.values()].filter(
      ({ hasOwn, turns }) => hasOwn || turns.some((id) => messageIds.has(id)),
    );
    if (holding.length === 0) return { messageIds, snapshots, records };
    const known = new Set(records.map(({ messageId }) => messageId));
    const ids = holding.map(({ id }) => id);
    for (const id of ids) others.delete(id);
    snapshots.push(...ids);
    const asked = yield* findReplyRecords(ids.filter((id) => !known.has(id)));
    found = asked.filter((record) => hasAnswer(record) && isBefore(record, line));
    records.push(...found);
  }
}

/** The turns of each snapshot, and whether the person wrote one of them. */
const turnsOfSnapshots = (line: Erasure) =>
  fromBodies(
    (last) =>
      tables
        .selectFrom('snapshots')
        .select(['id', 'body'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(bodiesAtOnce),
    (body) => {
      const snapshot = JSON.parse(body) as Snapshot;
      const messages = messagesIn(snapshot);
      const hasOwn = messages.some((message) => isOwn(message, line));
      return [{ id: snapshot.id, hasOwn, turns: messages.map(({ id }) => id) }];
    },
  );

/** The ids of Steward's answers as turns of conversations. */
function* answersOf(records: readonly ReplyRecord[]): Section<readonly string[]> {
  const ids = records.map(({ messageId }) => messageId);
  const posted = yield* valuesOf('posted_parts', { messageId: ids }, 'postedMessageId');
  return [...posted, ...ids.map(answerTurnId)];
}

/** If turns and messages do not correspond (Python original), messages count only if all turns are erased. */
function* erasedMessages(line: Erasure): Section<ReadonlySet<string>> {
  const messageIds = new Set<string>();
  for (const { qaId, turns: numbers } of line.entries) {
    const [entry] = parseRaw((yield* valueOf('raw_segments', { qaId }, 'text')) ?? '').entries;
    if (!entry) continue;
    const isEach = entry.messageIds.length === entry.turns.length;
    const ids = entry.messageIds.filter((_, at) =>
      isEach ? numbers.includes(at) : numbers.length === entry.turns.length,
    );
    for (const id of ids) messageIds.add(id);
  }
  return messageIds;
}

const isOwn = ({ author, createdAt }: Message, line: Erasure): boolean =>
  isErased(erasedSince([line]), { authorId: author.id, createdAt });

const forgotten = { id: erasedAuthor, name: erasedAuthor };

function scrubSnapshot(snapshot: Snapshot, line: Erasure, messageIds: ReadonlySet<string>): Snapshot {
  const scrub = (messages: readonly Message[]) =>
    messages.map((message) => {
      const { author } = message;
      if (isOwn(message, line))
        return { ...message, author: { ...author, ...forgotten }, text: '', attachments: [] };
      return messageIds.has(message.id) ? { ...message, text: '', attachments: [] } : message;
    });
  const author = snapshot.author.id === line.userId ? { ...snapshot.author, ...forgotten } : snapshot.author;
  const { batch, history, others } = snapshot;
  return { ...snapshot, author, batch: scrub(batch), history: scrub(history), others: scrub(others) };
}

/** The person's own questions, and answers from topics with their pairs. */
function recordsToScrub(line: Erasure): Section<readonly ReplyRecord[]> {
  const topics = new Set(line.topics);
  const isTopic = (sourceId: string) => topics.has(topicHash(slugFromSourceId(sourceId) ?? ''));
  return fromBodies(
    (last) =>
      tables
        .selectFrom('reply_records')
        .select(['messageId as id', 'body'])
        .where('messageId', '>', last)
        .orderBy('messageId')
        .limit(bodiesAtOnce),
    (body) => {
      const record = JSON.parse(body) as ReplyRecord;
      const mayQuote = hasAnswer(record) && record.sourceIds.some(isTopic);
      return isBefore(record, line) && (record.authorId === line.userId || mayQuote) ? [record] : [];
    },
  );
}

const isBefore = ({ createdAt }: ReplyRecord, line: Erasure): boolean =>
  Date.parse(createdAt) <= Date.parse(line.erasedAt);

const hasAnswer = ({ answer, post }: ReplyRecord): boolean => answer !== null || post !== null;

/** Every row is looked through, and all together may not fit into memory. */
function* fromBodies<Found>(
  page: (lastId: string) => Statement<{ readonly id: string; readonly body: string }>,
  read: (body: string) => readonly Found[],
): Section<readonly Found[]> {
  const found: Found[] = [];
  let last: string | undefined = '';
  while (last !== undefined) {
    const rows: readonly { readonly id: string; readonly body: string }[] = yield* all(page(last));
    found.push(...rows.flatMap(({ body }) => read(body)));
    last = rows.at(-1)?.id;
  }
  return found;
}

const bodiesAtOnce = 500;

const scrubReplyRecord = (record: ReplyRecord, { userId }: Erasure): ReplyRecord => ({
  ...record,
  ...(record.authorId === userId && { authorId: erasedAuthor, question: erasedText }),
  translatedQuestion: null,
  untranslatedAnswer: null,
  answer: null,
  post: null,
  sourceIds: [],
  citations: [],
  nearest: [],
  decisions: [],
});
