import type { Snapshot } from '../../../../domain/intake/snapshot.ts';
import type { ReplyReason, ReplyRecordStatus } from '../../../../domain/reply/reply-record-status.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { belongsTo, identity, integer, orNull, table, text, textOf, unique } from './table.ts';

const ofQuestion = belongsTo('interactions (message_id)', text);
const ofAnswer = belongsTo('recall_answers (id)', integer);

/**
 * Messages, replies, what people decided about them, and what the processes tell each other. A table stands behind those that
 * it refers to.
 */
export const recordTables = {
  /** What is said once about a store: its id, the index's time, revisions of what processes hold in memory. */
  meta: table({ name: text, value: text }, { key: ['name'] }),

  messages: table(
    {
      id: text,
      authorId: orNull(text),
      /** '' when never edited. */
      editedAt: text,
      /** Null once deleted: the words go, the fact stays until it expires. */
      body: orNull(text),
      expiresAt: integer,
    },
    { key: ['id'], indexes: { expiry: ['expiresAt'], author: ['authorId'] } },
  ),
  /** Never purged: a message is handled once, however late it comes again. */
  handled_messages: table(
    {
      messageId: text,
      chain: text,
      snapshotId: orNull(text),
      route: orNull(textOf<Snapshot['route']>()),
      reason: text,
    },
    { key: ['messageId'] },
  ),
  snapshots: table(
    {
      id: text,
      body: text,
      expiresAt: integer,
      /** JSON: what attempts at a reply have finished; null before, and once a person in it was erased. */
      progress: orNull(text),
    },
    { key: ['id'], indexes: { expiry: ['expiresAt'] }, hasLongRows: true },
  ),
  interactions: table(
    {
      messageId: text,
      authorId: text,
      status: textOf<ReplyRecordStatus>(),
      reason: textOf<ReplyReason>(),
      askedThreadId: orNull(text),
      postedThreadId: orNull(text),
      createdAt: text,
      changedAt: text,
      /** Status, reason and thread as they were when it was inserted, and all the rest. */
      body: text,
    },
    {
      key: ['messageId'],
      indexes: {
        time: ['createdAt'],
        thread: ['postedThreadId'],
        asked_thread: ['askedThreadId'],
        author: ['authorId'],
      },
      hasLongRows: true,
    },
  ),
  posted_parts: table(
    { messageId: ofQuestion, part: integer, postedMessageId: text },
    { key: ['messageId', 'part'], indexes: { post: ['postedMessageId'] } },
  ),
  decisions: table({ key: text, value: text, cachedAt: integer }, { key: ['key'] }),
  pair_origins: table(
    {
      qaId: textOf<QaId>(),
      link: orNull(text),
      /** JSON. */
      correctedSourceIds: text,
      /** JSON, one for each turn; null: nobody knows. */
      authorIds: orNull(text),
      snapshotId: orNull(text),
    },
    { key: ['qaId'] },
  ),
  corrections: table({ sourceId: text, qaId: textOf<QaId>() }, { key: ['sourceId', 'qaId'] }),
  /** The team's messages that were captured and that the bot has not marked yet. */
  due_reactions: table(
    { messageId: text, channelId: text, threadId: orNull(text), dueUntil: integer },
    { key: ['messageId'] },
  ),
  leases: table({ name: text, owner: text, since: text, renewedAt: text }, { key: ['name'] }),
  /** How far each channel and thread was handed in. */
  intake_marks: table(
    { placeId: text, lastId: text, movedAt: integer },
    { key: ['placeId'], indexes: { time: ['movedAt'] } },
  ),
  /** Since when each channel is listened to. */
  intake_beginnings: table({ channelId: text, firstId: text }, { key: ['channelId'] }),
  /** Where messages were left because they were too old when Steward came back. */
  intake_gaps: table({ placeId: text, notedAt: integer }, { key: ['placeId'] }),
  votes: table(
    { messageId: ofQuestion, userId: text, helpful: integer, byTeam: integer },
    { key: ['messageId', 'userId'] },
  ),
  recall_answers: table({
    id: identity,
    messageId: unique(ofQuestion),
    language: orNull(text),
    /** JSON; null once dropped: it is not kept again. */
    sources: orNull(text),
    answeredAt: integer,
    /** Of the question, in terms. */
    length: integer,
  }),
  /** The words of the questions, people's own. */
  recall_terms: table(
    { answerId: ofAnswer, term: text, occurrences: integer },
    { key: ['term', 'answerId'], indexes: { answer: ['answerId'] } },
  ),
  recall_vectors: table(
    {
      answerId: ofAnswer,
      model: text,
      /** Of the question. Base64 of numbers of 32 bits. */
      vector: text,
    },
    { key: ['answerId'], hasLongRows: true },
  ),
  /** What a person said about a vote, in their words. */
  vote_reasons: table({ messageId: text, userId: text, reason: text }, { key: ['messageId', 'userId'] }),
  /** '' is everywhere. */
  pauses: table({ channelId: text, since: text }, { key: ['channelId'] }),
  /** Made once for a cause. */
  caused_posts: table(
    { cause: text, postedMessageId: text, postedAt: text },
    { key: ['cause'], indexes: { post: ['postedMessageId'] } },
  ),
  /** How the answer to a command reaches whoever gave it. */
  responses: table({ messageId: text, token: text, expiresAt: integer }, { key: ['messageId'] }),
  /** Whether the link of a citation leads somewhere. */
  url_checks: table(
    {
      url: text,
      ok: integer,
      /** Null: there was no answer. */
      status: orNull(integer),
      /** Where the redirects did. */
      endedAt: text,
      expiresAt: integer,
    },
    { key: ['url'], indexes: { expiry: ['expiresAt'] } },
  ),
  evaluations: table(
    {
      messageId: text,
      /** From 0 to 10. */
      score: integer,
      model: text,
      evaluatedAt: text,
    },
    { key: ['messageId'], indexes: { time: ['evaluatedAt'] } },
  ),
  /** Questions that wait for a cooldown, are being answered, or were; a day. */
  admissions: table(
    {
      messageId: text,
      guildId: text,
      channelId: text,
      userId: text,
      /** waiting, admitted, posted, ended. */
      state: text,
      /** When it met a cooldown first, or was admitted. */
      askedAt: integer,
      waitUntil: integer,
      /** Of posted: when the answer was there. */
      changedAt: integer,
      /** 1: the member asked Steward itself. How many of these one may ask in an hour is limited. */
      isDirect: integer,
    },
    {
      key: ['messageId'],
      indexes: {
        channel: ['guildId', 'channelId', 'state'],
        user: ['guildId', 'userId', 'state'],
        change: ['changedAt'],
      },
    },
  ),
};
