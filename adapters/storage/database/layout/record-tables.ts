import type { GapResolution } from '../../../../domain/operations/gaps.ts';
import type { SettingChange } from '../../../../domain/operations/setting-changes.ts';
import type { Operation } from '../../../../domain/ports/usage.ts';
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
import type { ModelErrorCode } from '../../../../domain/values/error-codes.ts';
import type { QaId } from '../../../../domain/values/qa-id.ts';
import {
  belongsTo,
  counter,
  flag,
  identity,
  integer,
  json,
  orNull,
  real,
  table,
  text,
  textOf,
  unique,
} from './table.ts';

const ofQuestion = belongsTo('reply_records (message_id)', text);

/**
 * Messages, replies, what people decided about them, what the processes tell each other, and what operators look at. A table stands behind those that
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

  /* What operators and moderators look at: cost, workers, and the page. */

  /** Model calls; each is booked before it is made. */
  model_usage: table(
    {
      id: identity,
      /** For example 2026-02-01, in UTC. */
      day: text,
      operation: textOf<Operation>(),
      decision: text,
      model: text,
      /** Estimates until it is settled. */
      inputTokens: integer,
      /** The part of them that the provider read from its cache. */
      cachedTokens: counter,
      outputTokens: integer,
      /** Null if the model has no price. */
      costUsd: orNull(real),
      /** 0: booked, 1: made, 2: refused by the provider, so that only its question counts it. */
      settled: counter,
      /** The message id of its question; null once erased. */
      questionId: orNull(text),
      milliseconds: counter,
      error: orNull(textOf<ModelErrorCode>()),
      /** An id from the caller, so that a booking with an unknown outcome can be repeated. */
      booking: unique(orNull(text)),
    },
    { indexes: { day: ['day'], question: ['questionId'] } },
  ),
  /** Running workers; each row is valid for a few minutes after it was written. */
  workers: table({
    /** Host name and process id. */
    name: text,
    roles: json<readonly string[]>(),
    announcedAt: integer,
  }),
  /** Links to the moderators' page and sessions on it, by the hash of their secret. */
  page_keys: table(
    {
      hash: text,
      kind: textOf<'link' | 'session'>(),
      userId: text,
      isTeam: flag,
      expiresAt: integer,
    },
    { indexes: { expiry: ['expiresAt'] } },
  ),
  /** Keys that web pages may contain. */
  publishable_keys: table({
    key: text,
    name: text,
    origins: json<readonly string[]>(),
    sources: orNull(json<readonly string[]>()),
    questionsPerDay: orNull(integer),
  }),
  /** What moderators changed on the page. Of one path the last row counts. */
  setting_changes: table({
    id: identity,
    change: json<Pick<SettingChange, 'path' | 'value'>>(),
    changedBy: text,
    changedAt: text,
  }),
};
