import type { DatabaseSync } from 'node:sqlite';

/** Properties of all sections and sources by number, cached until the tables change. */
export interface SearchView {
  readonly sections: number;
  readonly sources: number;
  readonly averageLength: number;
  /** By section, in terms; 0 if there is no such section. */
  readonly lengthOf: Uint32Array;
  readonly sourceOf: Uint32Array;
  /** How many sources link to each source. */
  readonly linkedFrom: ReadonlyMap<number, number>;
  readonly maxSource: number;
}

/** Reads the view again after a commit of another connection or a write of this one. */
export function createSearchView(db: DatabaseSync): () => SearchView {
  const ofOthers = db.prepare('PRAGMA data_version');
  const ofOwn = db.prepare('SELECT total_changes() AS changes');
  let last: { readonly version: string; readonly view: SearchView } | null = null;
  return () => {
    const version = [ofOthers.get()?.['data_version'], ofOwn.get()?.['changes']].join(' ');
    if (last?.version !== version) last = { version, view: readView(db) };
    return last.view;
  };
}

function readView(db: DatabaseSync): SearchView {
  const one = (sql: string) => Number(db.prepare(sql).get()?.['n'] ?? 0);
  const size = one('SELECT max(id) AS n FROM sections') + 1;
  const lengthOf = new Uint32Array(size);
  const sourceOf = new Uint32Array(size);
  const maxSource = one('SELECT max(id) AS n FROM sources');
  let total = 0;
  let sections = 0;
  for (const row of db.prepare('SELECT id, source, length FROM sections ORDER BY id').iterate()) {
    const id = Number(row['id']);
    lengthOf[id] = Math.max(1, Number(row['length']));
    sourceOf[id] = Number(row['source']);
    total += Number(row['length']);
    sections += 1;
  }
  const linked = db
    .prepare(
      `SELECT source_keys.source AS target, count(DISTINCT links.source) AS n
       FROM links JOIN source_keys ON source_keys.key = links.target GROUP BY source_keys.source`,
    )
    .all();
  return {
    sections,
    sources: one('SELECT count(*) AS n FROM sources'),
    averageLength: sections === 0 ? 1 : total / sections,
    lengthOf,
    sourceOf,
    linkedFrom: new Map(linked.map((row) => [Number(row['target']), Number(row['n'])])),
    maxSource,
  };
}
