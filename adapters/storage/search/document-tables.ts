import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { StorageLog } from '../storage-log.ts';
import { transaction } from '../database/sqlite/transaction.ts';
import { resultCodeOf, resultCodes } from '../database/sqlite/result-code.ts';
import { openDerived, OtherLayout } from './derived-file.ts';
import { createSourceRanking, type SourceRanking } from './rank-sources.ts';
import { englishWords, type SearchWords } from '../../../domain/search/search-terms.ts';
import {
  apply,
  changesTo,
  isNothing,
  searchLayout,
  searchSchema,
  searchTables,
  type Searchable,
} from './search-tables.ts';

export interface DocumentTables {
  readonly ranking: SourceRanking;
  isEmpty(): boolean;
  /**
   * Returns when the tables hold exactly the sources that `wanted` gives, brought there by this process or by another.
   */
  agree(wanted: Wanted): Promise<void>;
  close(): void;
}

type Wanted = () => readonly Searchable[] | Promise<readonly Searchable[]>;

const pauseMilliseconds = 50;

/** Enough for the index of thousands of pages. Mapped pages are not copied. */
const mappedBytes = 512 * 1024 * 1024;

/**
 * The search database of the documents: a file that follows from the published index and its texts, and may be removed
 * while no Steward runs. Changes are one transaction on a connection of their own, so a search sees the former state or
 * the new one, and a death leaves the former. One process at a time makes them; others wait for its work.
 */
export function openDocumentTables(
  path: string,
  log: StorageLog,
  words: SearchWords = englishWords,
): DocumentTables {
  const reader = openDerived(path, prepare, log);
  const writer = new DatabaseSync(path, { timeout: 0 });
  writer.exec('PRAGMA synchronous = NORMAL');
  const readTables = searchTables(reader, words);
  const anySource = reader.prepare('SELECT 1 FROM sources LIMIT 1');
  const writeTables = searchTables(writer, words);

  /** False while another process holds the lock. */
  const attempt = async (wanted: Wanted): Promise<boolean> => {
    if (!tryBegin(writer)) return false;
    try {
      await apply(writeTables, changesTo(writeTables, await wanted()));
      writer.exec('COMMIT');
      return true;
    } catch (error) {
      if (writer.isOpen && writer.isTransaction) writer.exec('ROLLBACK');
      throw error;
    }
  };

  let queue: Promise<void> = Promise.resolve();
  return {
    ranking: createSourceRanking(reader, words),
    isEmpty: () => anySource.get() === undefined,
    agree(wanted) {
      const next = queue.then(async () => {
        while (!isNothing(changesTo(readTables, await wanted()))) {
          if (!(await attempt(wanted))) await setTimeout(pauseMilliseconds);
        }
      });
      queue = next.catch(() => {});
      return next;
    },
    close() {
      writer.close();
      reader.close();
    },
  };
}

function tryBegin(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (resultCodeOf(error) === resultCodes.busy) return false;
    throw error;
  }
}

function prepare(db: DatabaseSync): void {
  db.exec(`PRAGMA mmap_size = ${mappedBytes}`);
  if (layoutOf(db) === 0) {
    transaction(db, () => {
      if (layoutOf(db) === 0) db.exec(`${searchSchema}; PRAGMA user_version = ${searchLayout}`);
    });
  }
  if (layoutOf(db) !== searchLayout) throw new OtherLayout();
}

const layoutOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
