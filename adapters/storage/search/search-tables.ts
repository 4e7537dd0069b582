import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentSection } from '../../../domain/documents/sections.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { transaction } from '../database/sqlite/transaction.ts';
import { keysOf, linkedKeys } from './link-keys.ts';

/** What is searched of a source. `version` changes whenever the text would. */
export interface SearchableSource {
  readonly sourceId: string;
  readonly version: string;
}

export interface SearchableText {
  readonly title: string;
  readonly url: string | null;
  readonly sections: readonly SearchableSection[];
}

interface SearchableSection extends Omit<DocumentSection, 'tableHead'> {
  /** For a pair, what members asked; for the first section of a document, questions that it answers; else empty. */
  readonly questions: string;
}

/** Increased with every change of these tables or of how texts become terms; other files are made anew. */
const searchLayout = 10;

/** `terms` has the stems of each section, by what they stand in; its ranking is BM25 over the columns. */
const schema = `
  CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    source_id TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT
  ) STRICT;
  CREATE TABLE sections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL,
    headings TEXT NOT NULL,      -- JSON
    text TEXT NOT NULL,
    vector_key TEXT NOT NULL,    -- changes with what its vector is made of
    vector BLOB                  -- NULL until it is computed
  ) STRICT;
  CREATE INDEX sections_by_source ON sections (source);
  CREATE INDEX sections_without_vector ON sections (id) WHERE vector IS NULL;
  CREATE TABLE links (           -- what a section links to, by link keys
    section INTEGER NOT NULL,
    source INTEGER NOT NULL,
    target TEXT NOT NULL,
    PRIMARY KEY (section, target)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links_by_source ON links (source);
  CREATE INDEX links_by_target ON links (target);
  CREATE TABLE source_keys (key TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (key, source)) STRICT, WITHOUT ROWID;
  CREATE INDEX source_keys_by_source ON source_keys (source);
  CREATE TABLE model (name TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE terms USING fts5 (
    title, headings, questions, body, content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  INSERT INTO terms (terms, rank) VALUES ('rank', 'bm25(0.3, 1.5, 3, 1)');
  PRAGMA user_version = ${searchLayout};
`;

/** The tables of a file that follows from what is published, or of memory. The caller closes them. */
export function openSearchTables(path: string): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 10_000 });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const layout = () => Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    if (layout() !== searchLayout)
      transaction(db, () => {
        if (layout() === 0) db.exec(schema);
      });
    if (layout() !== searchLayout) throw new OtherLayout();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export class OtherLayout extends Error {}

/** What has to change in the tables, for them to hold exactly the wanted sources. */
export function changesTo<Wanted extends SearchableSource>(
  db: DatabaseSync,
  wanted: readonly Wanted[],
): { readonly changed: readonly Wanted[]; readonly removed: readonly string[] } {
  const rows = db.prepare('SELECT source_id, version FROM sources').all();
  const versions = new Map(rows.map((row) => [String(row['source_id']), String(row['version'])]));
  const ids = new Set(wanted.map(({ sourceId }) => sourceId));
  return {
    changed: wanted.filter(({ sourceId, version }) => versions.get(sourceId) !== version),
    removed: [...versions.keys()].filter((sourceId) => !ids.has(sourceId)),
  };
}

export const removeSource = (db: DatabaseSync, sourceId: string): void =>
  transaction(db, () => void remove(db, sourceId));

/** Replaces a source as a whole. A text that is null cannot be read any more. Sections that stay as they were keep their vectors. */
export function replaceSource(
  db: DatabaseSync,
  { sourceId, version }: SearchableSource,
  text: SearchableText | null,
  words: SearchWords,
): void {
  const { title = '', url = null, sections = [] } = text ?? {};
  transaction(db, () => {
    const vectors = remove(db, sourceId);
    const source = Number(
      db
        .prepare('INSERT INTO sources (source_id, version, title, url) VALUES (?, ?, ?, ?) RETURNING id')
        .get(sourceId, version, title, url)?.['id'],
    );
    const insertKey = db.prepare('INSERT INTO source_keys (key, source) VALUES (?, ?)');
    for (const key of keysOf(sourceId, url)) insertKey.run(key, source);
    const insertSection = db.prepare(
      'INSERT INTO sections (source, headings, text, vector_key, vector) VALUES (?, ?, ?, ?, ?) RETURNING id',
    );
    const insertTerms = db.prepare(
      'INSERT INTO terms (rowid, title, headings, questions, body) VALUES (?, ?, ?, ?, ?)',
    );
    const insertLink = db.prepare('INSERT INTO links (section, source, target) VALUES (?, ?, ?)');
    const termsOf = (written: string) => words.searchTerms(written).join(' ');
    const titleTerms = termsOf(`${sourceId.replace(/^\w+:/u, '')}\n${title}`);
    for (const { headings, text: body, questions } of sections) {
      const json = JSON.stringify(headings);
      const key = createHash('sha256')
        .update(JSON.stringify([title, json, body]))
        .digest('base64url');
      const id = Number(insertSection.get(source, json, body, key, vectors.get(key) ?? null)?.['id']);
      const named = termsOf(headings.join('\n'));
      insertTerms.run(id, titleTerms, named, termsOf(questions), termsOf(withoutTargets(body)));
      for (const target of linkedKeys(sourceId, body)) insertLink.run(id, source, target);
    }
  });
}

/** Returns the vectors of its sections, by their keys. */
function remove(db: DatabaseSync, sourceId: string): ReadonlyMap<string, Uint8Array> {
  const id = db.prepare('SELECT id FROM sources WHERE source_id = ?').get(sourceId)?.['id'];
  if (id === undefined) return new Map();
  const rows = db
    .prepare('SELECT vector_key, vector FROM sections WHERE source = ? AND vector IS NOT NULL')
    .all(id);
  db.prepare('DELETE FROM terms WHERE rowid IN (SELECT id FROM sections WHERE source = ?)').run(id);
  for (const table of ['sections', 'links', 'source_keys'])
    db.prepare(`DELETE FROM ${table} WHERE source = ?`).run(id);
  db.prepare('DELETE FROM sources WHERE id = ?').run(id);
  return new Map(rows.map((row) => [String(row['vector_key']), row['vector'] as Uint8Array]));
}

/** A link is found by its words, not by its address. */
const withoutTargets = (text: string): string => text.replaceAll(/\]\([^()\s]{1,500}/gu, ']');
