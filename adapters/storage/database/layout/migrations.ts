import type { DatabaseSync } from 'node:sqlite';
import { PortError } from '../../../../domain/ports/errors.ts';
import { stepsBeforeTables } from './steps-before-tables.ts';
import { toTables } from './to-tables.ts';

/**
 * The database's steps, oldest first; the store counts those that were taken. A step that was released is never edited.
 * Ids are snowflakes as text, times are milliseconds since 1970 where they are compared, bodies are JSON. What comes after
 * `toTables` is SQL that PostgreSQL takes as well (`postgres-layout.ts`).
 */
export const migrations: readonly (string | ((db: DatabaseSync) => void))[] = [
  ...stepsBeforeTables,
  toTables,
  `
  CREATE TABLE due_reactions (     -- the team's messages that were captured and that the bot has not marked yet
    message_id TEXT PRIMARY KEY,
    channel_id TEXT NOT NULL,
    thread_id TEXT,
    due_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- 1: the member asked Steward itself. How many of these one may ask in an hour is limited.
  ALTER TABLE admissions ADD COLUMN is_direct INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE settlements ADD COLUMN cause TEXT;  -- of a failed one
  CREATE TABLE failed_captures (
    workflow_id TEXT PRIMARY KEY,
    qa_id TEXT,                      -- null: the conversation had not become an entry yet
    cause TEXT NOT NULL,
    failed_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX failed_captures_by_pair ON failed_captures (qa_id);
  `,
  `
  CREATE TABLE workers (           -- those that run, each for a few minutes after it was heard
    name TEXT PRIMARY KEY,         -- host and process
    announced TEXT NOT NULL,       -- JSON: roles, version, hashes of what all configs have to agree on
    announced_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE document_texts ADD COLUMN slug TEXT;  -- by which the document's site names it

  ALTER TABLE model_usage ADD COLUMN booking TEXT;  -- made by who books: a booking whose outcome is unknown is made again
  CREATE UNIQUE INDEX model_usage_by_booking ON model_usage (booking);
  `,
  `
  ALTER TABLE model_usage ADD COLUMN question_id TEXT;
  ALTER TABLE model_usage ADD COLUMN milliseconds INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE model_usage ADD COLUMN error TEXT;
  CREATE INDEX model_usage_by_question ON model_usage (question_id);
  ALTER TABLE snapshots ADD COLUMN progress TEXT; -- JSON: which nodes of a reply have finished, and what they made
  `,
  `
  CREATE TABLE recall_vectors (    -- of the questions whose words stand in recall_terms
    answer_id INTEGER NOT NULL UNIQUE REFERENCES recall_answers (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector TEXT NOT NULL
  ) STRICT;
  `,
];

/** Takes the steps behind the first `from` on SQLite, inside a transaction. */
export function takeSteps(db: DatabaseSync, from = 0): void {
  for (const step of migrations.slice(from)) {
    if (typeof step === 'string') db.exec(step);
    else step(db);
  }
}

export const layoutOfNewer = (place: string, layout: number): PortError =>
  new PortError({
    kind: 'final',
    code: 'storage_newer',
    message:
      `${place} was written by a newer Steward (its layout is ${layout}, this one knows ${migrations.length}). ` +
      'Start the newer Steward, or restore the backup from before the upgrade.',
  });
