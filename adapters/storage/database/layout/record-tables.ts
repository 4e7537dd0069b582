import type { GapResolution } from '../../../../domain/operations/gaps.ts';
import type { Message } from '../../../../domain/intake/message.ts';
import type { Snapshot } from '../../../../domain/intake/snapshot.ts';
import type { RecallableAnswer } from '../../../../domain/reply/recall.ts';
import type {
  RehearsedEnd,
  RehearsalJudgement,
} from '../../../../domain/reply/rehearsal/rehearsed-question.ts';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import type { ReplyReason, ReplyRecordStatus } from '../../../../domain/reply/reply-record-status.ts';
import type { PairComparison } from '../../../../domain/team/pair-comparison.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import { belongsTo, flag, integer, json, orNull, table, text, textOf } from './table.ts';

const ofQuestion = belongsTo('reply_records (message_id)', text);

/**
 * Messages, replies, what people decided about them, and what the processes tell each other. A table stands behind those that
 * it refers to.
 */
export const recordTables = {
  /** Single values: the store's id, the time of the index, leases, revisions of what processes cache. */
  meta: table({ name: text, value: text }),

  messages: table(
    {
      id: text,
      authorId: orNull(text),
      /** '' when never edited. */
      editedAt: text,
      /** The versions, newest first; null once deleted. The row itself stays until it expires. */
      body: orNull(json<readonly Message[]>()),
      expiresAt: integer,
    },
    { indexes: { expiry: ['expiresAt'], author: ['authorId'] } },
  ),
  /** Never purged: a message is handled once, however late it is delivered again. */
  handled_messages: table({
    messageId: text,
    owner: text,
    snapshotId: orNull(text),
    route: orNull(textOf<Snapshot['route']>()),
    reason: text,
  }),
  snapshots: table(
    {
      id: text,
      body: json<Snapshot>(),
      expiresAt: integer,
    },
    { indexes: { expiry: ['expiresAt'] } },
  ),
  reply_records: table(
    {
      messageId: text,
      authorId: text,
      status: textOf<ReplyRecordStatus>(),
      reason: textOf<ReplyReason>(),
      askedThreadId: orNull(text),
      postedThreadId: orNull(text),
      createdAt: text,
      /** What people read of the question, in lower case, for searches by words. */
      readText: text,
      /** The record as inserted. Columns override its status, reason and thread. */
      body: json<ReplyRecord>(),
      /** With what the answer may be given again; null if it may not, or no longer. */
      recall: orNull(json<RecallableAnswer>()),
      /** What people made of the gap in which the question was. */
      resolution: orNull(textOf<GapResolution>()),
    },
    {
      indexes: {
        time: ['createdAt'],
        thread: ['postedThreadId'],
        asked_thread: ['askedThreadId'],
        author: ['authorId'],
      },
    },
  ),
  posted_parts: table(
    { messageId: ofQuestion, part: integer, postedMessageId: text },
    { key: ['messageId', 'part'], indexes: { post: ['postedMessageId'] } },
  ),
  decisions: table({ key: text, value: text }),
  pair_origins: table({
    qaId: textOf<QaId>(),
    link: orNull(text),
    correctedSourceIds: json<readonly string[]>(),
    /** The author of each turn; null if unknown. */
    authorIds: orNull(json<readonly string[]>()),
    snapshotId: orNull(text),
    isTyped: flag,
    channelId: orNull(text),
  }),
  /** How pairs stand beside the pages: facts that the archive has no field for. */
  pair_comparisons: table({
    qaId: textOf<QaId>(),
    documents: text,
    near: json<PairComparison['near']>(),
    verdict: textOf<PairComparison['verdict']>(),
    page: orNull(json<NonNullable<PairComparison['page']>>()),
    asked: orNull(json<NonNullable<PairComparison['asked']>>()),
    /** The hash of the page's part beside which the team keeps the pair. */
    keptHash: orNull(text),
  }),
  /** What was handed in of each channel and thread. Never purged. */
  intake_locations: table({
    locationId: text,
    /** The first message of the channel that counts. */
    firstId: orNull(text),
    /** The last message handed in. */
    lastId: orNull(text),
    /** When messages were too old as Steward came back. */
    missedAt: orNull(integer),
  }),
  votes: table(
    { messageId: ofQuestion, userId: text, helpful: flag, byTeam: flag, reason: orNull(text) },
    { key: ['messageId', 'userId'] },
  ),
  /** '' means everywhere. */
  pauses: table({ channelId: text, since: text }),
  /** Posts that are made only once for a cause. */
  caused_posts: table({ cause: text, postedMessageId: text }, { indexes: { post: ['postedMessageId'] } }),
  /** Interaction tokens with which commands are answered. */
  responses: table({ messageId: text, token: text, expiresAt: integer }),
  /** Members' questions of the past with what the team answered, and what Steward would have. */
  rehearsed_questions: table(
    {
      id: text,
      rehearsal: text,
      snapshot: json<Snapshot>(),
      team: json<readonly Message[]>(),
      /** Null until it is played. */
      end: orNull(json<RehearsedEnd>()),
      judged: orNull(textOf<RehearsalJudgement>()),
      expiresAt: integer,
    },
    { key: ['id'], indexes: { rehearsal: ['rehearsal'], expiry: ['expiresAt'] } },
  ),
  /** Questions that wait for a cooldown, are being answered or were answered, and what members asked of Steward otherwise, for a day. */
  admissions: table(
    {
      messageId: text,
      guildId: text,
      channelId: text,
      userId: text,
      /** `waiting`, `admitted`, `posted` or `ended`; `called` or `requested` for what is no question. */
      state: text,
      /** When it first met a cooldown, or was admitted. */
      askedAt: integer,
      waitUntil: integer,
      /** For a posted one, when it was posted. */
      changedAt: integer,
      /** The member asked Steward directly. Their number per hour is limited. */
      isDirect: flag,
    },
    {
      indexes: {
        guild: ['guildId'],
        change: ['changedAt'],
      },
    },
  ),
};
