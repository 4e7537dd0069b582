import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { vectorPatienceMilliseconds, type Embeddings } from '../../../domain/ports/model.ts';
import { PortError, transientError } from '../../../domain/ports/errors.ts';
import { transaction } from '../database/sqlite/transaction.ts';
import type { StorageLog } from '../storage-log.ts';
import { isUnusable, openDerived } from './derived-file.ts';
import type { NearSection } from './rank-sources.ts';
import { createVectorMemory, toBytes } from './vector-memory.ts';

/** Vectors of the documents' sections, in their own file beside the search database. */
export interface SectionVectors {
  /**
   * The nearest sections, best first; none before any has a vector. Null if the query has none, because the model is away or too
   * late. Never throws.
   */
  nearest(query: string, limit: number): Promise<readonly NearSection[] | null>;
  /** Starts to compute missing vectors in the background. */
  keep(): void;
  /** Computes the vectors of new sections at once instead of within a few seconds. */
  changed(): void;
  close(): Promise<void>;
}

const schema = `
  CREATE TABLE IF NOT EXISTS model (name TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, vector BLOB NOT NULL) STRICT;
`;

/**
 * Deletes nothing while the search database is empty because it is being rebuilt. The newest vector stays, because SQLite would
 * give its number to the next one, and processes read only numbers above those that they know.
 */
const forgetUnused = `
  DELETE FROM vectors WHERE key NOT IN (SELECT vector_key FROM search.sections)
    AND EXISTS (SELECT 1 FROM search.sections) AND id < (SELECT max(id) FROM vectors)
`;

const lookAgainMilliseconds = 5_000;

export function openSectionVectors({
  path,
  searchPath,
  embeddings,
  log,
  damaged,
  patienceMilliseconds = vectorPatienceMilliseconds,
}: {
  readonly path: string;
  readonly searchPath: string;
  readonly embeddings: Embeddings;
  readonly log: StorageLog;
  /** Called when one of the two files cannot be read any more. */
  readonly damaged: () => void;
  readonly patienceMilliseconds?: number;
}): SectionVectors {
  const prepare = (opened: DatabaseSync) => {
    opened.exec(schema);
    forgetOthers(opened, embeddings.name);
  };
  const db = openDerived(path, prepare, log);
  db.prepare('ATTACH DATABASE ? AS search').run(searchPath);
  const view = createView(db);
  const state = { isOpen: true };
  let isKeeping: Promise<void> | null = null;
  const reasonsSaid = new Set<string>();
  const sayOnce = (reason: string) => {
    if (!reasonsSaid.has(reason)) log.warn({}, `search_by_words: ${reason}`);
    reasonsSaid.add(reason);
  };

  const sayUnusable = (error: unknown) => {
    if (!state.isOpen) return;
    if (isUnusable(error)) damaged();
    else sayOnce(`The file of vectors cannot be used (${(error as Error).message}).`);
  };

  /** Null if the endpoint fails at the moment. */
  const unlessAway = async (made: Vectors): Promise<Awaited<Vectors> | null> => {
    try {
      return await made;
    } catch (error) {
      sayOnce(error instanceof PortError ? error.message : 'The vectors of a text could not be made.');
      return null;
    }
  };

  const unknown = db.prepare(
    `SELECT sections.id, sections.vector_key, sources.title, sections.headings, sections.text
     FROM search.sections AS sections JOIN search.sources AS sources ON sources.id = sections.source
     WHERE sections.id > ? AND NOT EXISTS (SELECT 1 FROM vectors WHERE key = vector_key)
     ORDER BY sections.id LIMIT ${embeddings.textsAtOnce}`,
  );
  const insert = db.prepare('INSERT OR IGNORE INTO vectors (key, vector) VALUES (?, ?)');

  /** Returns whether all sections have vectors. */
  const fill = async (): Promise<boolean> => {
    let [last, count] = [0, 0];
    while (state.isOpen) {
      const rows = unknown.all(last);
      if (rows.length === 0) {
        if (count > 0) log.info({ sections: count }, 'sections_embedded');
        db.exec(forgetUnused);
        return true;
      }
      const vectors = await unlessAway(embeddings.embed(rows.map(embeddedText)));
      if (!vectors || !state.isOpen) return false;
      for (const [at, row] of rows.entries()) {
        insert.run(String(row['vector_key']), toBytes(vectors[at] ?? new Float32Array()));
      }
      last = Number(rows.at(-1)?.['id']);
      count += rows.length;
    }
    return false;
  };

  let wake = new AbortController();
  const wait = () =>
    setTimeout(lookAgainMilliseconds, null, { signal: wake.signal, ref: false }).catch(() => {
      wake = new AbortController();
    });

  /** Fills again after every change of the search database, and until filling succeeds. */
  const keepOn = async (): Promise<void> => {
    let done = -1;
    while (state.isOpen) {
      const version = view.searchVersion();
      if (version !== done && (await fill())) done = version;
      if (state.isOpen) await wait();
    }
  };

  return {
    async nearest(query, limit) {
      try {
        if (view.isEmpty()) return [];
        const [vector] = (await unlessAway(inTime(embeddings.embed([query]), patienceMilliseconds))) ?? [];
        return vector && state.isOpen ? view.nearest(vector, limit) : null;
      } catch (error) {
        sayUnusable(error);
        return null;
      }
    },
    keep() {
      isKeeping ??= keepOn().catch(sayUnusable);
    },
    changed: () => wake.abort(),
    async close() {
      if (!state.isOpen) return;
      state.isOpen = false;
      wake.abort();
      await isKeeping;
      db.close();
    },
  };
}

type Vectors = ReturnType<Embeddings['embed']>;

const inTime = (made: Vectors, milliseconds: number): Vectors =>
  Promise.race([made, setTimeout(milliseconds, null, { ref: false }).then(() => Promise.reject(tooLate()))]);

const tooLate = () => transientError('embeddings_unavailable', 'The vector of a question came too late.');

/** Vectors of different models are not comparable. */
function forgetOthers(db: DatabaseSync, name: string): void {
  if (db.prepare('SELECT name FROM model').get()?.['name'] === name) return;
  transaction(db, () => {
    db.exec('DELETE FROM vectors; DELETE FROM model');
    db.prepare('INSERT INTO model (name) VALUES (?)').run(name);
  });
}

/** A section under its title and headings. The title is often the first heading. */
const embeddedText = (row: Readonly<Record<string, unknown>>): string => {
  const headings = JSON.parse(String(row['headings'])) as readonly string[];
  const above = [...new Set([String(row['title']), ...headings])];
  const text = String(row['text']).replace(/^#+ .*\n/u, '');
  return [above.join(' > '), text].join('\n');
};

/** All vectors in memory, and which section has which. */
function createView(db: DatabaseSync) {
  const versionOf = db.prepare('PRAGMA search.data_version');
  const added = db.prepare('SELECT id, key, vector FROM vectors WHERE id > ? ORDER BY id');
  const some = db.prepare('SELECT 1 FROM vectors LIMIT 1');
  const sections = db.prepare('SELECT id, vector_key FROM search.sections');
  const memory = createVectorMemory();
  const rows = new Map<string, number>();
  let [lastId, version] = [0, -1];
  let [ids, of] = [new Uint32Array(), new Int32Array()];

  const searchVersion = () => Number(versionOf.get()?.['data_version']);

  const refresh = () => {
    const before = memory.size;
    for (const row of added.iterate(lastId)) {
      rows.set(String(row['key']), memory.add(new Int8Array(row['vector'] as Uint8Array)));
      lastId = Number(row['id']);
    }
    const now = searchVersion();
    if (now === version && memory.size === before) return;
    version = now;
    const [found, having]: [number[], number[]] = [[], []];
    for (const row of sections.iterate()) {
      found.push(Number(row['id']));
      having.push(rows.get(String(row['vector_key'])) ?? -1);
    }
    [ids, of] = [Uint32Array.from(found), Int32Array.from(having)];
  };

  return {
    searchVersion,
    isEmpty: () => some.get() === undefined,
    nearest(query: Float32Array, limit: number): readonly NearSection[] {
      refresh();
      return memory.nearest(query, of, limit).map(({ at, cosine }) => ({ section: ids[at] ?? 0, cosine }));
    },
  };
}
