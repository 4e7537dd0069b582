import { setTimeout } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { Embeddings } from '../../../domain/ports/model.ts';
import { PortError, transientError } from '../../../domain/ports/errors.ts';
import { transaction } from '../database/sqlite/transaction.ts';
import type { StorageLog } from '../storage-log.ts';
import type { NearSection } from './rank-sources.ts';

/** In a unit vector with hundreds of dimensions hardly any number exceeds a quarter. */
const bytesPerOne = 508;

const toBytes = (vector: Float32Array): Int8Array =>
  Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * bytesPerOne))));

export type SectionVectors = ReturnType<typeof createSectionVectors>;

/** Vectors of the documents' sections. */
export function createSectionVectors(
  db: DatabaseSync,
  embeddings: Embeddings,
  log: StorageLog,
  patienceMilliseconds: number,
) {
  forgetOthers(db, embeddings.name);
  const vectorsNow = createVectorReader(db, embeddings.name);
  const missing = db.prepare(
    `SELECT sections.id, vector_key, sources.title, headings, text
     FROM sections JOIN sources ON sources.id = source
     WHERE vector IS NULL AND sections.id > ? ORDER BY sections.id LIMIT ${embeddings.textsAtOnce}`,
  );
  // While hosts of one folder change their model one after the other, each keeps its vectors from the other's.
  const save = db.prepare(
    'UPDATE sections SET vector = ? WHERE id = ? AND vector_key = ? AND (SELECT name FROM model) = ?',
  );
  const reasonsSaid = new Set<string>();

  /** Null if the model fails at the moment, which is said once. */
  const unlessAway = async (made: Vectors): Promise<Awaited<Vectors> | null> => {
    try {
      return await made;
    } catch (error) {
      const reason = error instanceof PortError ? error.message : 'The vectors of a text could not be made.';
      if (!reasonsSaid.has(reason)) log.warn({}, `search_by_words: ${reason}`);
      reasonsSaid.add(reason);
      return null;
    }
  };

  return {
    /**
     * The nearest sections, best first; none before any has a vector. Null if the query has none, because the model is away or too
     * late.
     */
    async nearest(query: string, limit: number): Promise<readonly NearSection[] | null> {
      if (vectorsNow().ids.length === 0) return [];
      const [vector] = (await unlessAway(inTime(embeddings.embed([query]), patienceMilliseconds))) ?? [];
      return vector ? nearestIn(vectorsNow(), vector, limit) : null;
    },
    /** Computes missing vectors, until the model is away. */
    async fill(): Promise<void> {
      let [last, count] = [0, 0];
      while (db.isOpen) {
        const rows = missing.all(last);
        if (rows.length === 0) break;
        const vectors = await unlessAway(embeddings.embed(rows.map(embeddedText)));
        if (!vectors || !db.isOpen) return;
        for (const [at, row] of rows.entries())
          save.run(
            toBytes(vectors[at] ?? new Float32Array()),
            row['id'] ?? 0,
            row['vector_key'] ?? '',
            embeddings.name,
          );
        last = Number(rows.at(-1)?.['id']);
        count += rows.length;
      }
      if (count > 0) log.info({ sections: count }, 'sections_embedded');
    },
  };
}

type Vectors = ReturnType<Embeddings['embed']>;

const inTime = (made: Vectors, milliseconds: number): Vectors =>
  Promise.race([made, setTimeout(milliseconds, null, { ref: false }).then(() => Promise.reject(tooLate()))]);

const tooLate = () => transientError('embeddings_unavailable', 'The vector of a question came too late.');

/** Vectors of different models are not comparable. */
const forgetOthers = (db: DatabaseSync, name: string): void =>
  transaction(db, () => {
    if (db.prepare('SELECT name FROM model').get()?.['name'] === name) return;
    db.exec('UPDATE sections SET vector = NULL; DELETE FROM model');
    db.prepare('INSERT INTO model (name) VALUES (?)').run(name);
  });

/** A section under its title and headings. The title is often the first heading. */
const embeddedText = (row: Readonly<Record<string, unknown>>): string => {
  const headings = JSON.parse(String(row['headings'])) as readonly string[];
  const above = [...new Set([String(row['title']), ...headings])];
  const text = String(row['text']).replace(/^#+ .*\n/u, '');
  return [above.join(' > '), text].join('\n');
};

type VectorMemory = ReturnType<ReturnType<typeof createVectorReader>>;

/** Sections with their vectors, one after the other: 37,000 of 384 numbers take 14 MB, and some fifty milliseconds after a change. */
function createVectorReader(db: DatabaseSync, name: string) {
  const changes = db.prepare(
    'SELECT total_changes() AS own, data_version AS others FROM pragma_data_version',
  );
  const all = db.prepare(
    'SELECT id, vector FROM sections WHERE vector IS NOT NULL AND (SELECT name FROM model) = ?',
  );
  let last = { version: '', ids: [] as readonly number[], values: new Int8Array() };
  return () => {
    const version = JSON.stringify(changes.get());
    if (last.version === version) return last;
    const rows = all.all(name);
    const values = new Int8Array(Buffer.concat(rows.map((row) => row['vector'] as Uint8Array)));
    last = { version, ids: rows.map((row) => Number(row['id'])), values };
    return last;
  };
}

function nearestIn(
  { ids, values }: VectorMemory,
  query: Float32Array,
  limit: number,
): readonly NearSection[] {
  const dimensions = query.length;
  if (ids.length * dimensions !== values.length) return [];
  const cosines = Float32Array.from(ids, (_, at) => {
    const from = at * dimensions;
    let sum = 0;
    for (let number = 0; number < dimensions; number += 1)
      sum += (query[number] ?? 0) * (values[from + number] ?? 0);
    return sum / bytesPerOne;
  });
  const lowest = cosines.toSorted().at(-Math.min(limit, cosines.length)) ?? 0;
  return ids
    .flatMap((id, at) => ((cosines[at] ?? 0) >= lowest ? [{ id, cosine: cosines[at] ?? 0 }] : []))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, limit);
}
