import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Database, Transaction } from '../database/database.ts';
import type { Printer } from '../printer.ts';
import { storageFailure } from '../storage-failure.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { dropHalfWritten, keepAside, readText, stampOf, textHash, writeText } from '../files/text-files.ts';
import { manifestPath, readManifest, writeManifest, type Manifest } from '../files/manifest.ts';
import { foldersOf, printedFiles, printedState, type PrintedFile } from './printed-files.ts';
import { takeInArchive } from './take-in-archive.ts';
import { takeInRetractedAndErased } from '../retracted-and-erased-files.ts';

interface PrinterOptions {
  readonly database: Database;
  readonly paths: StoragePaths;
  /** The store's id. */
  readonly store: string;
  readonly log: StorageLog;
  readonly now: () => Date;
}

/** Each round is one transaction, so that one process at a time works on the files of a host. */
export function createPrinter({ database, store, log, now, ...options }: PrinterOptions): Printer {
  const paths = absolute(options.paths);
  /** JSON: the state that the files showed after the last complete round. */
  let printedFrom = '';
  let waiting: string | null = null;
  let lastManifest: { readonly manifest: Manifest; readonly stamp: string | null } | null = null;

  const manifestNow = (): Manifest => {
    const stamp = stampOf(manifestPath(paths));
    if (stamp !== null && lastManifest?.stamp === stamp) return lastManifest.manifest;
    const manifest = readManifest(paths);
    return manifest?.store === store ? manifest : { store, files: new Map() };
  };

  async function round(trx: Transaction, isWhole: boolean) {
    const manifest = manifestNow();
    if (isWhole) {
      for (const folder of foldersOf(paths)) dropHalfWritten(folder);
      await takeInArchive(trx, { paths, log, printed: manifest.files });
      await takeInRetractedAndErased(trx, { paths, log, now: now() });
    }
    const state = await printedState(trx);
    const wanted = await printedFiles(trx, paths, state, now);
    const { refused, isChanged } = await printAll(trx, { paths, log, manifest, wanted, isWhole });
    if (isChanged) writeManifest(paths, manifest);
    return { manifest, refused, state: JSON.stringify(state) };
  }

  const printRound = async (isWhole: boolean): Promise<void> => {
    try {
      if (isWhole)
        for (const folder of [paths.rawDir, paths.topicsDir]) mkdirSync(folder, { recursive: true });
      const { manifest, refused, state } = await database.write((trx) => round(trx, isWhole));
      lastManifest = { manifest, stamp: stampOf(manifestPath(paths)) };
      printedFrom = refused.size === 0 ? state : '';
      note(sentenceOf(refused), {});
    } catch (error) {
      lastManifest = null;
      printedFrom = '';
      note(`printing_waits: ${storageFailure(error).message}`, { err: error });
    }
  };

  const note = (sentence: string | null, fields: object): void => {
    if (waiting === null && sentence !== null) log.warn(fields, sentence);
    if (waiting !== null && sentence === null)
      log.info({}, 'printing_complete: every text file is printed again');
    waiting = sentence;
  };

  return {
    async print() {
      try {
        const state = JSON.stringify(await database.read(printedState));
        if (state !== printedFrom) await printRound(false);
      } catch (error) {
        note(`printing_waits: ${storageFailure(error).message}`, { err: error });
      }
    },
    takeIn: () => printRound(true),
    waiting: () => waiting,
  };
}

/** The manifest names files by their absolute paths. */
const absolute = (paths: StoragePaths): StoragePaths =>
  Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, resolve(path)]),
  ) as unknown as StoragePaths;

interface Round {
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  readonly manifest: Manifest;
  readonly wanted: readonly PrintedFile[];
  /** Whether files whose data have not changed are looked at as well. */
  readonly isWhole: boolean;
}

/** Prints what has changed and deletes what is no longer printed. A file that the file system refuses waits; the others go on. */
async function printAll(trx: Transaction, round: Round) {
  const { paths, manifest, wanted, isWhole } = round;
  const refused = new Map<string, unknown>();
  let isChanged = false;
  let hasWrittenTopic = false;
  const attempt = (path: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      refused.set(path, error);
    }
  };
  for (const file of wanted) {
    const { path, version } = file;
    // The cache contains the sizes and times of topic files.
    const isCache = path === paths.teamIndexCache;
    if (isCache && refused.size > 0) continue;
    const row = manifest.files.get(path);
    const isCurrent = row?.version === version && !(isCache && hasWrittenTopic);
    if (isCurrent && !(isWhole && row.stamp !== stampOf(path))) continue;
    const text = await file.print(trx);
    attempt(path, () => {
      if (replaceFile(round, path, text) && dirname(path) === paths.topicsDir) hasWrittenTopic = true;
      manifest.files.set(path, { version, hash: textHash(text), stamp: stampOf(path) });
      isChanged = true;
    });
  }
  const isWanted = new Set(wanted.map(({ path }) => path));
  for (const path of [...manifest.files.keys()].filter((one) => !isWanted.has(one)))
    attempt(path, () => {
      replaceFile(round, path, null);
      manifest.files.delete(path);
      isChanged = true;
    });
  return { refused, isChanged };
}

/** Writes or deletes a file. One that is not as it was printed last is kept aside first. Returns whether anything was done. */
function replaceFile({ paths, manifest, log }: Round, path: string, text: string | null): boolean {
  const present = readText(path);
  if (present === text) return false;
  const row = manifest.files.get(path);
  if (present === null && row)
    log.warn(
      { file: path },
      `text_file_missing: ${path} is gone, which takes nothing back; it is printed again`,
    );
  if (present !== null && present !== '' && textHash(present) !== row?.hash) {
    const copy = keepAside(paths, path, present);
    log.warn(
      { file: copy },
      `text_file_changed: ${path} is not as it was printed and is printed again; what stood there is kept in ${copy}`,
    );
  }
  if (text === null) rmSync(path, { force: true });
  else writeText(path, text);
  return true;
}

function sentenceOf(refused: ReadonlyMap<string, unknown>): string | null {
  const [first] = refused;
  if (!first) return null;
  const [printed, error] = first;
  const { code, syscall, path = printed } = error as NodeJS.ErrnoException;
  const more = refused.size > 1 ? ` ${refused.size} text files wait; they are` : ' It is';
  return `printing_waits: ${storageFailure({ code, syscall, path }).message}${more} printed as soon as that is done.`;
}

const lookMilliseconds = 2_000;

/** Until it is stopped: prints again what could not be printed, and where hosts share the store, what others have written. */
export function keepPrinting(printer: Printer, isShared: boolean): { readonly stop: () => Promise<void> } {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (isShared || printer.waiting() !== null)
      looking ??= printer.print().finally(() => {
        looking = null;
      });
  }, lookMilliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
