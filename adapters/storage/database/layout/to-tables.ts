import type { DatabaseSync } from 'node:sqlite';

/**
 * The step from a database beside text files to the one record of truth. Rows stay where they are; what statements looked
 * for inside bodies gets columns. Texts, archive and library are taken in from their files when the store is opened.
 */
export function toTables(db: DatabaseSync): void {
  db.exec(columnsForBodies);
  moveRecallTerms(db);
  db.exec(library);
}

const columnsForBodies = `
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE messages ADD COLUMN author_id TEXT;
  UPDATE messages SET author_id = json_extract(body, '$.author.id') WHERE body IS NOT NULL;
  CREATE INDEX messages_by_author ON messages (author_id);

  ALTER TABLE interactions ADD COLUMN author_id TEXT NOT NULL DEFAULT '';
  ALTER TABLE interactions ADD COLUMN asked_thread_id TEXT;
  UPDATE interactions SET author_id = coalesce(json_extract(body, '$.authorId'), ''),
    asked_thread_id = json_extract(body, '$.threadId');
  DROP INDEX interactions_by_asked_thread;
  ALTER TABLE interactions DROP COLUMN asked_in_thread_id;
  CREATE INDEX interactions_by_asked_thread ON interactions (asked_thread_id);
  CREATE INDEX interactions_by_author ON interactions (author_id);

  CREATE TABLE corrections (
    source_id TEXT NOT NULL,
    qa_id TEXT NOT NULL,
    PRIMARY KEY (source_id, qa_id)
  ) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO corrections (source_id, qa_id)
    SELECT json_each.value, qa_id FROM pair_origins, json_each(pair_origins.corrected_source_ids);

  CREATE TABLE document_index (
    source_id TEXT PRIMARY KEY,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE document_texts (
    source_id TEXT PRIMARY KEY,
    title TEXT,
    text TEXT NOT NULL
  ) STRICT;
  DROP TABLE published_index;
  DROP TABLE profile_drafts;
  ALTER TABLE evaluations DROP COLUMN before_posting;

  ALTER TABLE recall_answers ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE recall_terms (
    answer_id INTEGER NOT NULL REFERENCES recall_answers (id) ON DELETE CASCADE,
    term TEXT NOT NULL,
    occurrences INTEGER NOT NULL,
    PRIMARY KEY (term, answer_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recall_terms_by_answer ON recall_terms (answer_id);
`;

/** The full-text table held each question's terms with blanks between them. */
function moveRecallTerms(db: DatabaseSync): void {
  const insert = db.prepare(
    `INSERT INTO recall_terms (answer_id, term, occurrences) VALUES (?, ?, 1)
     ON CONFLICT (term, answer_id) DO UPDATE SET occurrences = occurrences + 1`,
  );
  const setLength = db.prepare('UPDATE recall_answers SET length = ? WHERE id = ?');
  for (const row of db.prepare('SELECT rowid AS id, terms FROM recall_questions').all()) {
    const terms = String(row['terms'])
      .split(' ')
      .filter((term) => term !== '');
    for (const term of terms) insert.run(Number(row['id']), term);
    setLength.run(terms.length, Number(row['id']));
  }
  db.exec('DROP TABLE recall_questions');
}

const library = `
  CREATE TABLE raw_segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    week TEXT NOT NULL,
    text TEXT NOT NULL,
    qa_id TEXT UNIQUE,
    conversation_id TEXT,
    conversation_key TEXT
  ) STRICT;
  CREATE INDEX raw_segments_by_week ON raw_segments (week, id);
  CREATE INDEX raw_segments_by_conversation ON raw_segments (conversation_id);
  CREATE INDEX raw_segments_by_key ON raw_segments (conversation_key);

  CREATE TABLE generations (
    number INTEGER PRIMARY KEY,
    state TEXT NOT NULL,
    owner TEXT,
    since TEXT NOT NULL,
    adopted_cursor TEXT
  ) STRICT;

  CREATE TABLE topics (
    generation INTEGER NOT NULL,
    slug TEXT NOT NULL,
    version TEXT NOT NULL,
    description TEXT NOT NULL,
    described_hash TEXT NOT NULL,
    described_at TEXT NOT NULL,
    pending INTEGER NOT NULL,
    PRIMARY KEY (generation, slug)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pairs (
    generation INTEGER NOT NULL,
    qa_id TEXT NOT NULL,
    slug TEXT NOT NULL,
    block TEXT NOT NULL,
    PRIMARY KEY (generation, qa_id)
  ) STRICT;
  CREATE INDEX pairs_by_topic ON pairs (generation, slug);

  CREATE TABLE settlements (
    generation INTEGER NOT NULL,
    qa_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    topic TEXT,
    position INTEGER NOT NULL,
    PRIMARY KEY (generation, qa_id)
  ) STRICT;
  CREATE INDEX settlements_by_position ON settlements (generation, position);
  CREATE INDEX settlements_by_topic ON settlements (generation, topic);

  CREATE TABLE removal_decisions (
    qa_id TEXT PRIMARY KEY,
    approved INTEGER NOT NULL,
    removals TEXT NOT NULL,
    decided_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pair_edits (
    qa_id TEXT PRIMARY KEY,
    block TEXT NOT NULL
  ) STRICT;

  CREATE TABLE view_files (
    path TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    hash TEXT NOT NULL,
    former_hash TEXT,
    blocks TEXT
  ) STRICT, WITHOUT ROWID;
`;
