import type { GapDecision, GapKind, GapQuestion } from '../../../../domain/operations/gaps.ts';
import { belongsTo, counter, identity, integer, orNull, real, table, text, textOf, unique } from './table.ts';

/** What operators and moderators look at: what models cost, who runs, the page, and what the documents lack. */
export const operationsTables = {
  /** A row for each call of a model, booked before it is made. */
  model_usage: table(
    {
      id: identity,
      /** 2026-02-01, UTC. */
      day: text,
      operation: text,
      guild_id: orNull(text),
      /** Who asked; null once forgotten. */
      user_id: orNull(text),
      decision: text,
      model: text,
      /** Estimates until it is settled. */
      input_tokens: integer,
      output_tokens: integer,
      /** Null: the model has no price. */
      cost_usd: orNull(real),
      /** 0: booked; 1: it was made; 2: the provider refused it, which counts for its question alone. */
      settled: counter,
      /** The message of the question that it was made for; null once forgotten. */
      question_id: orNull(text),
      milliseconds: counter,
      error: orNull(text),
      /** Made by who books: a booking whose outcome is unknown is made again. */
      booking: unique(orNull(text)),
    },
    { indexes: { day: ['day'], question: ['question_id'] } },
  ),
  /** Those that run, each for a few minutes after it was heard. */
  workers: table(
    {
      /** Host and process. */
      name: text,
      /** JSON: roles, version, hashes of what all configs have to agree on. */
      announced: text,
      announced_at: integer,
    },
    { key: ['name'] },
  ),
  /** Links to the moderators' page and sessions on it, by the hash of what only who uses them knows. */
  page_keys: table(
    {
      hash: text,
      /** link, session. */
      kind: text,
      user_id: text,
      is_team: integer,
      expires_at: integer,
    },
    { key: ['hash'], indexes: { expiry: ['expires_at'] } },
  ),
  /** What moderators changed on the page. */
  page_changes: table({ id: identity, at: text, user_id: text, action: text, subject: text }),
  /** What the documents lack. The words of its questions stand in their rows alone. */
  gaps: table(
    {
      /** That of the message of the question that it was opened for, or a hash of it. */
      id: text,
      name: text,
      /** What a person said last. */
      decision: orNull(textOf<GapDecision>()),
      decided_at: orNull(text),
    },
    { key: ['id'] },
  ),
  gap_questions: table(
    {
      message_id: belongsTo('interactions (message_id)', text),
      gap_id: belongsTo('gaps (id)', text),
      kind: textOf<GapKind>(),
      /** Hash of the sources that it retrieved when it was last asked. Null: it is to be asked again. */
      retrieved: orNull(text),
      asked_at: text,
      /** Null: nothing does. */
      answered_by: orNull(textOf<NonNullable<GapQuestion['answeredBy']>>()),
    },
    { key: ['message_id'], indexes: { gap: ['gap_id'] } },
  ),
};
