import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { DocumentSection } from '../../../domain/documents/sections.ts';
import { englishWords } from '../../../domain/search/search-terms.ts';
import { keysOf, linkedKeys } from './link-keys.ts';

export interface Searchable {
  readonly sourceId: string;
  /** Changes whenever `sections` would. */
  readonly version: string;
  /** Null if its text can no longer be read. */
  read(): Promise<SearchableText | null>;
}

export interface SearchableText {
  readonly title: string;
  readonly url: string | null;
  readonly sections: readonly SearchableSection[];
}

interface SearchableSection extends Omit<DocumentSection, 'tableHead'> {
  /** For a pair, what members asked; for the first section of a document, questions that it answers; else empty. */
  readonly questions: string;
  /** What is found, if that is more than the text that is shown. */
  readonly counted?: string;
}

/** Increased with every change of these tables or of how texts become terms; other versions are rebuilt. */
export const searchLayout = 7;

/**
 * FTS5 is the inverted index: it gives the sections that hold a term, by column, in microseconds. Its own ranking reads a
 * row for each of them and would take five to ten times as long, so the ranking is `rank-sections.ts`.
 */
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
    text TEXT NOT NULL,
    length INTEGER NOT NULL,     -- in terms
    vector_key TEXT NOT NULL     -- changes with what its vector is made of
  ) STRICT;
  CREATE INDEX sections_by_source ON sections (source);
  CREATE TABLE links (           -- what a section links to, by link keys
    section INTEGER NOT NULL,
    source INTEGER NOT NULL,
    target TEXT NOT NULL,
    PRIMARY KEY (section, target)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links_by_source ON links (source);
  CREATE TABLE source_keys (key TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (key, source)) STRICT, WITHOUT ROWID;
  CREATE INDEX source_keys_by_source ON source_keys (source);
  CREATE VIRTUAL TABLE terms USING fts5 (
    marked, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii'
  );
`;

/**
 * How a section holds a term, as a letter in front of the term: anywhere, its headings and its source's title included;
 * three times or more in its text; in its headings; in the questions of a team's pair. A list of its own for each is
 * read faster than a column of a common one.
 */
export const marks = { held: 'h', often: 'o', named: 'n', asked: 'q' } as const;

export type Mark = keyof typeof marks;

export interface SearchTables {
  /** The version of every source in the tables. */
  versions(): ReadonlyMap<string, string>;
  replace(sourceId: string, version: string, text: SearchableText | null): void;
  remove(sourceId: string): void;
}

const often = 3;

interface Titled {
  readonly sourceId: string;
  readonly title: string;
  readonly titleTerms: readonly string[];
}

/** For use inside a transaction of the caller. */
export function searchTables(db: DatabaseSync, { searchTerms } = englishWords): SearchTables {
  const insertSource = db.prepare(
    'INSERT INTO sources (source_id, version, title, url) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const insertSection = db.prepare(
    'INSERT INTO sections (source, headings, text, length, vector_key) VALUES (?, ?, ?, ?, ?) RETURNING id',
  );
  const insertTerms = db.prepare('INSERT INTO terms (rowid, marked) VALUES (?, ?)');
  const insertLink = db.prepare('INSERT INTO links (section, source, target) VALUES (?, ?, ?)');
  const insertKey = db.prepare('INSERT INTO source_keys (key, source) VALUES (?, ?)');

  const remove = (sourceId: string): void => {
    const id = db.prepare('SELECT id FROM sources WHERE source_id = ?').get(sourceId)?.['id'];
    if (id === undefined) return;
    db.prepare('DELETE FROM terms WHERE rowid IN (SELECT id FROM sections WHERE source = ?)').run(id);
    for (const table of ['sections', 'links', 'source_keys']) {
      db.prepare(`DELETE FROM ${table} WHERE source = ?`).run(id);
    }
    db.prepare('DELETE FROM sources WHERE id = ?').run(id);
  };

  const insert = (source: number, { sourceId, title, titleTerms }: Titled, section: SearchableSection) => {
    const named = searchTerms(section.headings.join('\n'));
    const questionTerms = searchTerms(section.questions);
    const body = searchTerms(withoutTargets(section.counted ?? section.text));
    const counts = Map.groupBy(body, (term) => term);
    const repeated = [...counts].flatMap(([term, all]) => (all.length >= often ? [term] : []));
    const length = body.length + named.length;
    const headings = JSON.stringify(section.headings);
    const key = createHash('sha256')
      .update(JSON.stringify([title, headings, section.text]))
      .digest('base64url');
    const id = insertSection.get(source, headings, section.text, length, key)?.['id'];
    const tokens = [
      ...marked('held', [...titleTerms, ...named, ...questionTerms, ...counts.keys()]),
      ...marked('often', repeated),
      ...marked('named', named),
      ...marked('asked', questionTerms),
    ];
    insertTerms.run(id ?? null, tokens.join(' '));
    for (const target of linkedKeys(sourceId, section.text)) insertLink.run(id ?? null, source, target);
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
      const { title = '', url = null, sections = [] } = text ?? {};
      const id = Number(insertSource.get(sourceId, version, title, url)?.['id']);
      for (const key of keysOf(sourceId, url)) insertKey.run(key, id);
      const titleTerms = searchTerms(`${sourceId.replace(/^\w+:/u, '')}\n${title}`);
      for (const section of sections) insert(id, { sourceId, title, titleTerms }, section);
    },
  };
}

const marked = (mark: Mark, terms: readonly string[]): readonly string[] =>
  [...new Set(terms)].map((term) => marks[mark] + term);

/** A link is found by its words, not by its address. */
export const withoutTargets = (text: string): string => text.replaceAll(/\]\([^()\s]{1,500}/gu, ']');

type Versioned = Pick<Searchable, 'sourceId' | 'version'>;

interface Changes<Wanted = Searchable> {
  readonly changed: readonly Wanted[];
  readonly gone: readonly string[];
}

/** The differences between the tables and the wanted sources. */
export function changesTo<Wanted extends Versioned>(
  tables: SearchTables,
  wanted: readonly Wanted[],
): Changes<Wanted> {
  const versions = tables.versions();
  const ids = new Set(wanted.map(({ sourceId }) => sourceId));
  return {
    changed: wanted.filter(({ sourceId, version }) => versions.get(sourceId) !== version),
    gone: [...versions.keys()].filter((sourceId) => !ids.has(sourceId)),
  };
}

export const isNothing = ({ changed, gone }: Changes): boolean => changed.length === 0 && gone.length === 0;

/** For use inside a transaction. Yields to the event loop after each source. */
export async function apply(tables: SearchTables, { changed, gone }: Changes): Promise<void> {
  for (const sourceId of gone) tables.remove(sourceId);
  for (const source of changed) {
    tables.replace(source.sourceId, source.version, await source.read());
    await setImmediate();
  }
}
