import { mkdirSync, rmSync } from 'node:fs';
import type { Database, Transaction } from '../database/database.ts';
import type { Printer } from '../printer.ts';
import { storageFailure } from '../storage-failure.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import {
  keepAside,
  type Manifest,
  readManifest,
  readText,
  textHash,
  writeManifest,
  writeText,
} from '../files/text-files.ts';
import { printedFiles, printedState, type PrintedFile } from './printed-files.ts';
import { takeInArchive } from './take-in-archive.ts';
import { takeInPrinted } from '../retracted-and-erased-files.ts';

interface PrinterOptions {
  readonly database: Database;
  readonly paths: StoragePaths;
  /** The store's id. */
  readonly store: string;
  readonly log: StorageLog;
  readonly now: () => Date;
}

/**
 * Each round is one transaction, so that one process at a time works on the files of a host. At a start and a refresh, what is taken in
 * is committed before a file is written; later, a file that is due and was changed is taken in first.
 */
export function createPrinter({ database, paths, store, log, now }: PrinterOptions): Printer {
  /** The versions of the files that this process has printed, by path. */
  const printed = new Map<string, string>();
  /** The state that the files showed after the last complete round. */
  let state = '';
  let waiting: string | null = null;

  const manifestNow = (): Manifest => {
    const manifest = readManifest(paths);
    return manifest?.store === store ? manifest : { store, files: new Map() };
  };

  async function takeIn(trx: Transaction): Promise<void> {
    await takeInArchive(trx, paths.rawDir, { log, printed: manifestNow().files });
    await takeInPrinted(trx, { libraryDir: paths.libraryDir, log, now: now() });
  }

  const print = async (trx: Transaction, isRead: boolean): Promise<string> => {
    const manifest = manifestNow();
    /** Whether a file is due that is also read, and into which somebody has written. */
    const hasNewLines = ({ path, version, isInput = false }: PrintedFile): boolean => {
      const text = isInput && printed.get(path) !== version ? readText(path) : null;
      return text !== null && textHash(text) !== manifest.files.get(path);
    };
    let wanted = await printedFiles(trx, paths);
    if (!isRead && wanted.some(hasNewLines)) {
      await takeIn(trx);
      wanted = await printedFiles(trx, paths);
    }
    await printAll(trx, { paths, log, printed, manifest, wanted });
    return printedState(trx);
  };

  const round = async (isWhole: boolean): Promise<void> => {
    try {
      if (isWhole) {
        for (const folder of [paths.rawDir, paths.topicsDir]) mkdirSync(folder, { recursive: true });
        printed.clear();
        await database.write(takeIn);
      } else if ((await database.read(printedState)) === state) return;
      state = await database.write((trx) => print(trx, isWhole));
      if (waiting !== null) log.info({}, 'printing_complete: every text file is printed again');
      waiting = null;
    } catch (error) {
      printed.clear();
      state = '';
      const sentence = `printing_waits: ${storageFailure(error).message} The text files are printed as soon as that is done.`;
      if (waiting === null) log.warn({ err: error }, sentence);
      waiting = sentence;
    }
  };

  return { print: () => round(false), takeIn: () => round(true), waiting: () => waiting };
}

interface Round {
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  readonly manifest: Manifest;
  readonly printed: Map<string, string>;
  readonly wanted: readonly PrintedFile[];
}

/** Prints what has changed and deletes what is no longer printed. */
async function printAll(trx: Transaction, round: Round): Promise<void> {
  const { paths, manifest, printed, wanted } = round;
  const { files } = manifest;
  const before = JSON.stringify([...files]);
  try {
    for (const { path, version, print } of wanted) {
      if (printed.get(path) === version) continue;
      const text = await print(trx);
      replaceFile(round, path, text);
      files.set(path, textHash(text));
      printed.set(path, version);
    }
    const isWanted = new Set(wanted.map(({ path }) => path));
    for (const path of [...files.keys()].filter((one) => !isWanted.has(one))) {
      replaceFile(round, path, null);
      files.delete(path);
      printed.delete(path);
    }
  } finally {
    if (JSON.stringify([...files]) !== before) writeManifest(paths, manifest);
  }
}

/** Writes or deletes a file. One that is not as it was printed last is kept aside first. */
function replaceFile({ paths, manifest, log }: Round, path: string, text: string | null): void {
  const present = readText(path);
  if (present === text) return;
  const hash = manifest.files.get(path);
  if (present === null && hash !== undefined)
    log.warn(
      { file: path },
      `text_file_missing: ${path} is gone, which takes nothing back; it is printed again`,
    );
  if (present !== null && present !== '' && textHash(present) !== hash) {
    const copy = keepAside(paths, path, present);
    log.warn(
      { file: copy },
      `text_file_changed: ${path} is not as it was printed and is printed again; what stood there is kept in ${copy}`,
    );
  }
  if (text === null) rmSync(path, { force: true });
  else writeText(path, text);
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
