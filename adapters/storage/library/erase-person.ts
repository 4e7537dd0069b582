import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { topicHash, type Erasure, type ErasedTurns } from '../../../domain/team/erasures-file.ts';
import type { PersonErasure, ErasurePlan } from '../../../domain/ports/person-erasure.ts';
import { timestampFromDate, type QaId } from '../../../domain/values/qa-id.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { saysNothing, erasedText, withErasedTurns } from '../../../domain/team/erased-turns.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import { countOfPerson, scrubRecords } from '../records/person-records.ts';
import { authorsOfPairs, knownMessagesOf } from '../records/person-turns.ts';
import { transaction } from '../sqlite/transaction.ts';
import type { StorageLog } from '../storage-log.ts';
import { generationFiles, generationNumbers } from './generation-files.ts';
import type { GenerationStore } from './generation-store.ts';
import type { Generations } from './generations.ts';
import type { RawArchive } from './raw-archive.ts';
import { applyRetractionsEverywhere } from './retract.ts';
import type { Suppressions } from './suppressions.ts';

interface Stores {
  readonly db: DatabaseSync;
  readonly rawDir: string;
  readonly libraryDir: string;
  readonly raw: RawArchive;
  readonly store: GenerationStore;
  readonly generations: Generations;
  readonly suppressions: Suppressions;
  readonly log: StorageLog;
}

/**
 * Erasing a person. The line in `forgotten.txt` says what becomes a tombstone and is on disk before anything changes;
 * what follows may die anywhere and is done again by the next start, because the database has not confirmed the line.
 */
export function createPersonErasure(stores: Stores): { readonly port: PersonErasure; honour(): boolean } {
  const { db, suppressions, log } = stores;
  const port: PersonErasure = {
    async erase({ userId, now, dryRun = false }) {
      const plan = transaction(db, () => {
        const { line, plan: found } = planOf(stores, userId, now);
        if (dryRun) return found;
        suppressions.forget(line);
        suppressions.retract(found.retracted, now);
        take(stores, line);
        log.info({ entries: found.entries.length, retracted: found.retracted.length }, 'person_forgotten');
        return found;
      });
      if (!dryRun) emptyWriteAheadLog(db);
      return plan;
    },
  };

  return {
    port,
    /**
     * At start, inside the lock: completes what a death left, and takes out what a restored backup has brought back.
     * True when words were taken out of the database: then its log is to be emptied after the lock.
     */
    honour() {
      const unconfirmed = suppressions.unconfirmed();
      const isBuried = stores.raw.bury(suppressions.buried());
      const hasLines = suppressions.retracted().size > 0 || suppressions.forgotten().length > 0;
      const isTaken = hasLines && applyRetractionsEverywhere(stores);
      // What had been taken out is back: a backup was restored, and more of it may be.
      const lines = isBuried || isTaken ? suppressions.forgotten() : unconfirmed;
      for (const line of lines) take(stores, line);
      return lines.length > 0;
    },
  };
}

/** Everything that one line says, in any state of being done. Inside the lock. */
function take(stores: Stores, line: Erasure): void {
  const { db, raw, suppressions } = stores;
  raw.bury(suppressions.buried());
  // A death between the two lines: what has nothing left to say follows from the archive.
  const empty = raw
    .entries()
    .filter(({ qaId, turns }) => suppressions.buried().has(qaId) && saysNothing(turns));
  suppressions.retract(
    empty.map(({ qaId }) => qaId),
    new Date(line.erasedAt),
  );
  applyRetractionsEverywhere(stores, { dropStale: true });
  dropTopicNames(stores, line);
  scrubRecords(db, line);
  suppressions.confirm(line);
}

/** A topic that is gone may have been named after the person's words. Where it still stands, its name stays. */
function dropTopicNames({ libraryDir, store }: Stores, line: Erasure): void {
  const marks = new Set(line.topics);
  for (const number of generationNumbers(libraryDir)) {
    const files = generationFiles(libraryDir, number);
    store.ledger.dropTopics(
      files,
      (slug) => marks.has(topicHash(slug)) && store.topics.one(files, slug) === null,
    );
  }
}

function planOf(stores: Stores, userId: string, now: Date): { line: Erasure; plan: ErasurePlan } {
  const { db, raw, suppressions } = stores;
  const authors = authorsOfPairs(db);
  const known = knownMessagesOf(db, userId);
  const all = raw.entries();
  const entries = all.flatMap((entry) => {
    const turns = turnsOf({ entry, userId, authors: authors.get(entry.qaId) ?? null, known }).filter(
      (turn) => entry.turns[turn]?.text !== erasedText,
    );
    return turns.length > 0 ? [{ qaId: entry.qaId, turns }] : [];
  });
  const byId = new Map(entries.map(({ qaId, turns }) => [qaId, turns]));
  const isEmptied = (entry: RawEntry) =>
    byId.has(entry.qaId) && saysNothing(withErasedTurns(entry.turns, byId.get(entry.qaId) ?? []));
  const topics = topicsOf(stores, new Set(byId.keys()));
  const line: Erasure = {
    userId,
    erasedAt: timestampFromDate(now),
    entries,
    topics: topics.map(topicHash),
  };
  return {
    line,
    plan: {
      userId,
      entries,
      retracted: all
        .filter(isEmptied)
        .flatMap(({ qaId }) => (suppressions.retracted().has(qaId) ? [] : [qaId])),
      topics,
      ...countOfPerson(db, line),
      withoutAuthors: all.filter(({ qaId }) => !authors.has(qaId) && !byId.has(qaId)).map(({ qaId }) => qaId),
      leftFiles: leftFiles(stores, entries),
    },
  };
}

/** The archive has no field for authors, so the records say who wrote which turn, or at least which messages. */
function turnsOf({
  entry,
  userId,
  authors,
  known,
}: {
  readonly entry: RawEntry;
  readonly userId: string;
  readonly authors: readonly string[] | null;
  readonly known: ReadonlyMap<string, 'User' | 'Team'>;
}): readonly number[] {
  if (authors && authors.length === entry.turns.length) {
    return authors.flatMap((author, at) => (author === userId ? [at] : []));
  }
  const own = entry.messageIds.map((id) => known.get(id) ?? null);
  if (entry.messageIds.length === entry.turns.length) {
    return own.flatMap((label, at) => (label === null ? [] : [at]));
  }
  // Turns of several messages, as the Python original wrote them: rather too many of that side than one too few.
  return entry.turns.flatMap(({ label }, at) => (own.some((side) => side === label) ? [at] : []));
}

/** Topics that hold one of the entries or have taken it in once, in any generation. */
function topicsOf({ libraryDir, store }: Stores, qaIds: ReadonlySet<QaId>): readonly string[] {
  const slugs = new Set<string>();
  for (const number of generationNumbers(libraryDir)) {
    const files = generationFiles(libraryDir, number);
    for (const { topic } of store.topics.all(files)) {
      if (topic.pairs.some(({ qaId }) => qaIds.has(qaId))) slugs.add(topic.slug);
    }
    for (const { qaId, topic } of store.ledger.lines(files).values()) {
      if (topic !== null && qaIds.has(qaId)) slugs.add(topic);
    }
  }
  return [...slugs].toSorted();
}

/** Copies that wait for a person: entries that were torn, and topics with blocks that could not be read. */
function leftFiles({ rawDir, libraryDir }: Stores, entries: readonly ErasedTurns[]): readonly string[] {
  const inFolder = (folder: string, isOurs: (name: string) => boolean) =>
    ignoreMissing(() => readdirSync(folder), [])
      .filter(isOurs)
      .map((name) => join(folder, name));
  const paths = [
    ...inFolder(rawDir, (name) => name.endsWith('.torn')),
    ...generationNumbers(libraryDir).flatMap((number) =>
      inFolder(join(generationFiles(libraryDir, number).folder, 'set-aside'), () => true),
    ),
  ];
  return paths.filter((path) => {
    const text = readFileSync(path, 'utf8');
    return entries.some(({ qaId }) => text.includes(qaId));
  });
}

/**
 * What was overwritten in the database file may still stand in its log. Another process that reads just now keeps a part
 * of it for a moment, so this tries again for a while.
 */
export function emptyWriteAheadLog(db: DatabaseSync): void {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}
