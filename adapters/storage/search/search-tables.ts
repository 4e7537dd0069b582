import type { DatabaseSync } from 'node:sqlite';
import { searchTerms } from '../../../domain/search-terms.ts';
import type { SearchableText } from './searchable.ts';

/** A section that holds terms of a query. */
export interface FoundSection {
  readonly sourceId: string;
  readonly title: string;
  readonly url: string | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** Higher is better. */
  readonly score: number;
}

/** Counts up whenever these tables, or how texts become terms, change: a search database of another is built anew. */
export const searchLayout = 1;

export const searchSchema = `
  CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    source_id TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT
  ) STRICT;
  CREATE TABLE sections (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL,
    headings TEXT NOT NULL,      -- JSON
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sections_by_source ON sections (source);
  CREATE VIRTUAL TABLE terms USING fts5 (
    title, headings, questions, body, content = '', contentless_delete = 1, tokenize = 'unicode61'
  );
`;

/** Weights of the columns above. */
const weights = '4.0, 3.0, 4.0, 1.0';

export interface SearchTables {
  versions(): ReadonlyMap<string, string>;
  replace(sourceId: string, version: string, text: SearchableText | null): void;
  remove(sourceId: string): void;
  /** The sections that hold any of the terms, best first. */
  find(terms: readonly string[], limit: number): readonly FoundSection[];
}

/** The tables of one connection. Writing is the caller's to put into a transaction. */
export function searchTables(db: DatabaseSync): SearchTables {
  const idOf = db.prepare('SELECT id FROM sources WHERE source_id = ?');
  const insertSource = db.prepare(
    'INSERT INTO sources (source_id, version, title, url) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const insertSection = db.prepare(
    'INSERT INTO sections (source, headings, text) VALUES (?, ?, ?) RETURNING id',
  );
  const insertTerms = db.prepare(
    'INSERT INTO terms (rowid, title, headings, questions, body) VALUES (?, ?, ?, ?, ?)',
  );
  const find = db.prepare(`
    SELECT source_id, title, url, headings, text, score
    FROM (SELECT rowid AS section, -bm25(terms, ${weights}) AS score FROM terms
          WHERE terms MATCH ? ORDER BY bm25(terms, ${weights}) LIMIT ?)
    JOIN sections ON sections.id = section
    JOIN sources ON sources.id = sections.source
    ORDER BY score DESC, section
  `);

  const remove = (sourceId: string): void => {
    const id = idOf.get(sourceId)?.['id'];
    if (id === undefined) return;
    db.prepare('DELETE FROM terms WHERE rowid IN (SELECT id FROM sections WHERE source = ?)').run(id);
    db.prepare('DELETE FROM sections WHERE source = ?').run(id);
    db.prepare('DELETE FROM sources WHERE id = ?').run(id);
  };

  return {
    versions: () =>
      new Map(
        db
          .prepare('SELECT source_id, version FROM sources')
          .all()
          .map((row) => [String(row['source_id']), String(row['version'])]),
      ),
    remove,
    replace(sourceId, version, text) {
      remove(sourceId);
      const title = text?.title ?? '';
      const source = insertSource.get(sourceId, version, title, text?.url ?? null)?.['id'] ?? null;
      const titleTerms = indexed(`${sourceId.replace(/^\w+:/u, '')}\n${title}`);
      for (const section of text?.sections ?? []) {
        const id = insertSection.get(source, JSON.stringify(section.headings), section.text)?.['id'] ?? null;
        const headings = indexed(section.headings.join('\n'));
        insertTerms.run(id, titleTerms, headings, indexed(section.questions), indexed(section.text));
      }
    },
    find: (terms, limit) =>
      terms.length === 0
        ? []
        : find.all(terms.map((term) => `"${term}"`).join(' OR '), limit).map((row) => ({
            sourceId: String(row['source_id']),
            title: String(row['title']),
            url: row['url'] === null ? null : String(row['url']),
            headings: JSON.parse(String(row['headings'])) as readonly string[],
            text: String(row['text']),
            score: Number(row['score']),
          })),
  };
}

const indexed = (text: string): string => searchTerms(text).join(' ');
