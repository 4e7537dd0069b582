import type { SettingChange } from '../../../../domain/operations/setting-changes.ts';
import type { Operation } from '../../../../domain/ports/usage.ts';
import type { ModelErrorCode } from '../../../../domain/values/error-codes.ts';
import {
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

/** What operators and moderators look at: cost, workers, the page and gaps in the documents. */
export const operationsTables = {
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
