import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { failedWith } from '../../../domain/ports/errors.ts';
import type { AdoptedLibrary } from '../../../domain/ports/library.ts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { countOf } from '../../../domain/values/text.ts';
import { compareQaIds } from '../../../domain/values/qa-id.ts';
import { exitCodes, UsageError } from '../../cli/exit.ts';
import { captureMasks } from '../../../domain/team/form-pair.ts';
import { parseRaw } from '../../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { conversationKey } from '../../../domain/team/related-entries.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';

interface ImportOptions extends ConfigOption, JsonOption {
  readonly dryRun: boolean;
}

interface LeftOutEntry {
  readonly file: string;
  /** `line 12`, or the entry's id. */
  readonly place: string;
  readonly reason: string;
}

interface Summary {
  readonly files: number;
  readonly adopted: AdoptedLibrary | null;
  readonly read: number;
  readonly written: number;
  readonly known: number;
  readonly leftOut: readonly LeftOutEntry[];
}

/**
 * Fills an empty store from the folder of a library. Appends the entries that the raw archive lacks, oldest first, and reports what was
 * left out. An import that was interrupted can be started again.
 */
export async function importFiles(paths: readonly string[], options: ImportOptions): Promise<void> {
  const files = [...new Set(paths.flatMap(rawFilesAt))];
  const { dryRun } = options;
  const library = dryRun ? undefined : paths.find(isLibrary);
  const adopts = library !== undefined;
  const summary = await withStorage({ ...options, adopts }, async ({ config, storage, progress }) => {
    const adopted = adopts ? await storage.adopt(resolve(library)) : null;
    progress(`Reading ${countOf(files.length, 'file')}`);
    const { entries, leftOut } = readRaw(files, captureMasks[config.kb.capture_mask]);
    const present = new Set((await storage.library.rawEntries()).map(conversationKey));
    const added = entries.filter(({ entry }) => {
      const key = conversationKey(entry);
      return !present.has(key) && present.add(key);
    });
    const refused: LeftOutEntry[] = [];
    for (const [at, { entry, file }] of added.entries()) {
      progress.phase({ phase: 'Entries', done: at, total: added.length });
      const reason = dryRun ? null : await append(storage, entry);
      if (reason !== null) refused.push({ file, place: entry.qaId, reason });
    }
    return {
      files: files.length,
      adopted,
      read: entries.length + leftOut.length,
      written: added.length - refused.length,
      known: entries.length - added.length,
      leftOut: [...leftOut, ...refused],
    };
  });
  const { written, ...counts } = summary;
  if (options.json) printJson({ ...counts, new: written, dryRun });
  else printLine(textOf(summary, options));
  const { known, leftOut } = counts;
  if (written + known === 0 && leftOut.length > 0) process.exitCode = exitCodes.failed;
  if (!dryRun && written > 0)
    printNote(
      'The next refresh captures them, or at once: npx steward index. Many are faster with: npx steward regenerate',
    );
}

/** The raw archives at a path. Of a folder with a `raw` folder, as the Python original has, only that one is read. */
function rawFilesAt(path: string): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${path} is not there. Name a file or a folder.`);
  if (!stats.isDirectory()) {
    if (extname(path) === '.txt') return [path];
    throw new UsageError(`${path} does not end in .txt, as a raw archive does.`);
  }
  const raw = join(path, 'raw');
  const folder = statSync(raw, { throwIfNoEntry: false })?.isDirectory() ? raw : path;
  const files = readdirSync(folder).filter((name) => !name.startsWith('.') && extname(name) === '.txt');
  if (files.length > 0) return files.toSorted().map((name) => join(folder, name));
  throw new UsageError(`${path} contains nothing to import: no raw/*.txt.`);
}

/** Whether a folder holds more than an archive. The first that does fills an empty store. */
const isLibrary = (folder: string): boolean =>
  existsSync(join(folder, 'raw')) &&
  ['topics', 'settled.txt', 'state.json', 'retractions.txt', 'forgotten.txt'].some((name) =>
    existsSync(join(folder, name)),
  );

/** The entries of raw archives, of the Python original or of Steward. */
function readRaw(files: readonly string[], mask: (text: string) => string) {
  const archives = files.map((file) => ({ file, ...parseRaw(readFileSync(file, 'utf8')) }));
  const entries = archives.flatMap(({ file, entries: archiveEntries }) =>
    archiveEntries.map((entry) => {
      const turns = entry.turns.map(({ label, text }) => ({ label, text: mask(text) }));
      return { file, entry: { ...entry, turns } };
    }),
  );
  const leftOut = archives.flatMap(({ file, problems }) =>
    problems.map(({ line, reason }): LeftOutEntry => ({ file, place: `line ${line}`, reason })),
  );
  return { entries: entries.toSorted((a, b) => compareQaIds(a.entry.qaId, b.entry.qaId)), leftOut };
}

/** Returns why the entry cannot be appended, or null. */
async function append({ library }: Pick<Storage, 'library'>, entry: RawEntry): Promise<string | null> {
  try {
    await library.appendRaw(entry, new Date());
    return null;
  } catch (error) {
    if (failedWith(error, 'not_storable')) return error.message;
    throw error;
  }
}

const textOf = ({ adopted, read, written, known, leftOut }: Summary, { dryRun }: ImportOptions): string =>
  [
    ...(adopted === null
      ? []
      : [
          `The store was empty: ${countOf(adopted.pairs, 'pair')} in ${countOf(adopted.topics, 'topic')} taken in`,
        ]),
    ...leftOut.map(({ file, place, reason }) => harmlessLine(`left out: ${file}, ${place}: ${reason}`)),
    `${countOf(read, 'entry', 'entries')} read, ${written} ${dryRun ? 'would be new' : 'new'}, ${known} known, ` +
      `${leftOut.length} left out`,
  ].join('\n');
