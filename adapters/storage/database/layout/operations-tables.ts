import type { GapDecision, GapKind, GapQuestion } from '../../../../domain/operations/gaps.ts';
import type { Operation } from '../../../../domain/ports/usage.ts';
import type { ModelErrorCode } from '../../../../domain/values/error-codes.ts';
import { belongsTo, counter, identity, integer, orNull, real, table, text, textOf, unique } from './table.ts';

/** What operators and moderators look at: what models cost, who runs, the page, and what the documents lack. */
export const operationsTables = {
  /** A row for each call of a model, booked before it is made. */
  model_usage: table(
    {
      id: identity,
      /** 2026-02-01, UTC. */
      day: text,
      operation: textOf<Operation>(),
      guildId: orNull(text),
      /** Who asked; null once forgotten. */
      userId: orNull(text),
      decision: text,
      model: text,
      /** Estimates until it is settled. */
      inputTokens: integer,
      outputTokens: integer,
      /** Null: the model has no price. */
      costUsd: orNull(real),
      /** 0: booked; 1: it was made; 2: the provider refused it, which counts for its question alone. */
      settled: counter,
      /** The message of the question that it was made for; null once forgotten. */
      questionId: orNull(text),
      milliseconds: counter,
      error: orNull(textOf<ModelErrorCode>()),
      /** Made by who books: a booking whose outcome is unknown is made again. */
      booking: unique(orNull(text)),
    },
    { indexes: { day: ['day'], question: ['questionId'] } },
  ),
  /** Those that run, each for a few minutes after it was heard. */
  workers: table(
    {
      /** Host and process. */
      name: text,
      /** JSON: roles, version, hashes of what all configs have to agree on. */
      announced: text,
      announcedAt: integer,
    },
    { key: ['name'] },
  ),
  /** Links to the moderators' page and sessions on it, by the hash of what only who uses them knows. */
  page_keys: table(
    {
      hash: text,
      /** link, session. */
      kind: text,
      userId: text,
      isTeam: integer,
      expiresAt: integer,
    },
    { key: ['hash'], indexes: { expiry: ['expiresAt'] } },
  ),
  /** What moderators changed on the page. */
  page_changes: table({ id: identity, at: text, userId: text, action: text, subject: text }),
  /** What the documents lack. The words of its questions stand in their rows alone. */
  gaps: table(
    {
      /** That of the message of the question that it was opened for, or a hash of it. */
      id: text,
      name: text,
      /** What a person said last. */
      decision: orNull(textOf<GapDecision>()),
      decidedAt: orNull(text),
    },
    { key: ['id'] },
  ),
  gap_questions: table(
    {
      messageId: belongsTo('interactions (message_id)', text),
      gapId: belongsTo('gaps (id)', text),
      kind: textOf<GapKind>(),
      /** Hash of the sources that it retrieved when it was last asked. Null: it is to be asked again. */
      retrieved: orNull(text),
      askedAt: text,
      /** Null: nothing does. */
      answeredBy: orNull(textOf<NonNullable<GapQuestion['answeredBy']>>()),
    },
    { key: ['messageId'], indexes: { gap: ['gapId'] } },
  ),
};
