import type { DatabaseSync } from 'node:sqlite';
import { type PortError, mistake } from '../../../../domain/ports/errors.ts';
import { layout } from '../tables.ts';
import { statementsOf } from './table.ts';
import { takeOver } from './take-over.ts';

/** The layout that the first step starts from. SQLite files of older layouts are taken over as a whole. */
const firstLayout = 18;

/**
 * What brings a store of the first layout to the described one, in SQL that both engines take; the store counts the steps. A step
 * that was released is never edited.
 */
const steps: readonly string[] = [
  `
  ALTER TABLE model_usage ADD COLUMN question_id TEXT;
  ALTER TABLE model_usage ADD COLUMN milliseconds INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE model_usage ADD COLUMN error TEXT;
  CREATE INDEX model_usage_by_question ON model_usage (question_id);
  ALTER TABLE snapshots ADD COLUMN progress TEXT;
  `,
  `
  CREATE TABLE recall_vectors (
    answer_id INTEGER NOT NULL UNIQUE REFERENCES recall_answers (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE gaps (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    decision TEXT,
    decided_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE gap_questions (
    message_id TEXT NOT NULL PRIMARY KEY REFERENCES interactions (message_id) ON DELETE CASCADE,
    gap_id TEXT NOT NULL REFERENCES gaps (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    retrieved TEXT,
    asked_at TEXT NOT NULL,
    answered_by TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX gap_questions_by_gap ON gap_questions (gap_id);
  `,
  `
  CREATE TABLE page_keys (
    hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    user_id TEXT NOT NULL,
    is_team INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX page_keys_by_expiry ON page_keys (expires_at);
  CREATE TABLE page_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    user_id TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE reply_texts (
    message_id TEXT NOT NULL PRIMARY KEY REFERENCES interactions (message_id) ON DELETE CASCADE,
    text TEXT NOT NULL
  ) STRICT;
  `,
];

export const layoutVersion = firstLayout + steps.length;

const everything = (): readonly string[] =>
  Object.entries(layout).flatMap(([name, table]) => statementsOf(name, table));

/** The statements that a store lacks: the later steps, or all if it is new (0). */
export const missingStatements = (version: number): readonly string[] =>
  version === 0 ? everything() : steps.slice(Math.max(version - firstLayout, 0));

/** Brings a SQLite file to this layout, inside a transaction. */
export function takeSteps(db: DatabaseSync, version: number): void {
  if (version > 0 && version < firstLayout) takeOver(db, everything());
  else db.exec(missingStatements(version).join(';'));
}

export const layoutOfNewer = (place: string, version: number): PortError =>
  mistake(
    'storage_newer',
    `${place} was written by a newer Steward (its layout is ${version}, this one knows ${layoutVersion}). ` +
      'Start the newer Steward, or restore the backup from before the upgrade.',
  );
