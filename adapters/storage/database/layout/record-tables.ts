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
      author_id: orNull(text),
      /** '' when never edited. */
      edited_at: text,
      /** Null once deleted: the words go, the fact stays until it expires. */
      body: orNull(text),
      expires_at: integer,
    },
    { key: ['id'], indexes: { expiry: ['expires_at'], author: ['author_id'] } },
  ),
  /** Never purged: a message is handled once, however late it comes again. */
  handled_messages: table(
    { message_id: text, chain: text, snapshot_id: orNull(text), route: orNull(text), reason: text },
    { key: ['message_id'] },
  ),
  snapshots: table(
    {
      id: text,
      body: text,
      expires_at: integer,
      /** JSON: what attempts at a reply have finished; null before, and once a person in it was erased. */
      progress: orNull(text),
    },
    { key: ['id'], indexes: { expiry: ['expires_at'] }, hasLongRows: true },
  ),
  interactions: table(
    {
      message_id: text,
      author_id: text,
      status: text,
      reason: text,
      asked_thread_id: orNull(text),
      posted_thread_id: orNull(text),
      created_at: text,
      changed_at: text,
      /** Status, reason and thread as they were when it was inserted, and all the rest. */
      body: text,
    },
    {
      key: ['message_id'],
      indexes: {
        time: ['created_at'],
        thread: ['posted_thread_id'],
        asked_thread: ['asked_thread_id'],
        author: ['author_id'],
      },
      hasLongRows: true,
    },
  ),
  posted_parts: table(
    { message_id: ofQuestion, part: integer, posted_message_id: text },
    { key: ['message_id', 'part'], indexes: { post: ['posted_message_id'] } },
  ),
  decisions: table({ key: text, value: text, cached_at: integer }, { key: ['key'] }),
  pair_origins: table(
    {
      qa_id: textOf<QaId>(),
      link: orNull(text),
      /** JSON. */
      corrected_source_ids: text,
      /** JSON, one for each turn; null: nobody knows. */
      author_ids: orNull(text),
      snapshot_id: orNull(text),
    },
    { key: ['qa_id'] },
  ),
  corrections: table({ source_id: text, qa_id: textOf<QaId>() }, { key: ['source_id', 'qa_id'] }),
  /** The team's messages that were captured and that the bot has not marked yet. */
  due_reactions: table(
    { message_id: text, channel_id: text, thread_id: orNull(text), due_until: integer },
    { key: ['message_id'] },
  ),
  leases: table({ name: text, owner: text, since: text, renewed_at: text }, { key: ['name'] }),
  /** How far each channel and thread was handed in. */
  intake_marks: table(
    { place_id: text, last_id: text, moved_at: integer },
    { key: ['place_id'], indexes: { time: ['moved_at'] } },
  ),
  /** Since when each channel is listened to. */
  intake_beginnings: table({ channel_id: text, first_id: text }, { key: ['channel_id'] }),
  /** Where messages were left because they were too old when Steward came back. */
  intake_gaps: table({ place_id: text, noted_at: integer }, { key: ['place_id'] }),
  votes: table(
    { message_id: ofQuestion, user_id: text, helpful: integer, by_team: integer },
    { key: ['message_id', 'user_id'] },
  ),
  recall_answers: table({
    id: identity,
    message_id: unique(ofQuestion),
    language: orNull(text),
    /** JSON; null once dropped: it is not kept again. */
    sources: orNull(text),
    answered_at: integer,
    /** Of the question, in terms. */
    length: integer,
  }),
  /** The words of the questions, people's own. */
  recall_terms: table(
    { answer_id: ofAnswer, term: text, occurrences: integer },
    { key: ['term', 'answer_id'], indexes: { answer: ['answer_id'] } },
  ),
  recall_vectors: table(
    {
      answer_id: ofAnswer,
      model: text,
      /** Of the question. Base64 of numbers of 32 bits. */
      vector: text,
    },
    { key: ['answer_id'], hasLongRows: true },
  ),
  /** What a person said about a vote, in their words. */
  vote_reasons: table({ message_id: text, user_id: text, reason: text }, { key: ['message_id', 'user_id'] }),
  /** '' is everywhere. */
  pauses: table({ channel_id: text, since: text }, { key: ['channel_id'] }),
  /** Made once for a cause. */
  caused_posts: table(
    { cause: text, posted_message_id: text, posted_at: text },
    { key: ['cause'], indexes: { post: ['posted_message_id'] } },
  ),
  /** How the answer to a command reaches whoever gave it. */
  responses: table({ message_id: text, token: text, expires_at: integer }, { key: ['message_id'] }),
  /** Whether the link of a citation leads somewhere. */
  url_checks: table(
    {
      url: text,
      ok: integer,
      /** Null: there was no answer. */
      status: orNull(integer),
      /** Where the redirects did. */
      ended_at: text,
      expires_at: integer,
    },
    { key: ['url'], indexes: { expiry: ['expires_at'] } },
  ),
  evaluations: table(
    {
      message_id: text,
      /** From 0 to 10. */
      score: integer,
      model: text,
      evaluated_at: text,
    },
    { key: ['message_id'], indexes: { time: ['evaluated_at'] } },
  ),
  /** Questions that wait for a cooldown, are being answered, or were; a day. */
  admissions: table(
    {
      message_id: text,
      guild_id: text,
      channel_id: text,
      user_id: text,
      /** waiting, admitted, posted, ended. */
      state: text,
      /** When it met a cooldown first, or was admitted. */
      asked_at: integer,
      wait_until: integer,
      /** Of posted: when the answer was there. */
      changed_at: integer,
      /** 1: the member asked Steward itself. How many of these one may ask in an hour is limited. */
      is_direct: integer,
    },
    {
      key: ['message_id'],
      indexes: {
        channel: ['guild_id', 'channel_id', 'state'],
        user: ['guild_id', 'user_id', 'state'],
        change: ['changed_at'],
      },
    },
  ),
};
