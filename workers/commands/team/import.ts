import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import type { AdoptedLibrary } from '../../../domain/ports/library.ts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import type { Config } from '../../../config/schema.ts';
import { countOf } from '../../../domain/values/text.ts';
import { exitCodes, UsageError } from '../../cli/exit.ts';
import { findImportFiles, type ImportFile } from '../../import/find-import-files.ts';
import { readRawFiles, type Candidates } from '../../import/import-candidates.ts';
import { readExports } from '../../import/read-exports.ts';
import { writeCandidates, type ImportCounts } from '../../import/write-candidates.ts';
import type { ErasedSince } from '../../../domain/team/erasures-file.ts';
import { captureMasks } from '../../../domain/team/form-pair.ts';
import type { CommandOptions, JsonOption } from '../../cli/command-parts.ts';
import { regenerate } from './regenerate.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';

interface ImportOptions extends CommandOptions, JsonOption {
  readonly dryRun: boolean;
  readonly regenerate: boolean;
  readonly wait: boolean;
}

interface Summary extends ImportCounts, Pick<Candidates, 'read' | 'superseded'> {
  readonly files: number;
  readonly adopted: AdoptedLibrary | null;
}

/**
 * Fills an empty store from the folder of a library. Appends the entries that the raw archive lacks, reports what was left out,
 * and starts a regeneration.
 */
export async function importFiles(paths: readonly string[], options: ImportOptions): Promise<void> {
  const files = findImportFiles(paths);
  const summary = await withStorage({ ...options, adopts: true }, async ({ config, storage, progress }) => {
    const adopted = options.dryRun ? null : await adoptFirst(storage, paths);
    progress(`Reading ${countOf(files.length, 'file')}`);
    const erased = await storage.library.erasedSince();
    const { candidates, leftOut, ...counts } = await readAll(files, config, erased);
    const { dryRun } = options;
    const result = await writeCandidates(storage, { candidates, dryRun, progress });
    const all = [...leftOut, ...result.leftOut];
    return { files: files.length, adopted, ...counts, ...result, leftOut: all };
  });
  const { written, ...counts } = summary;
  if (options.json) printJson({ ...counts, new: written, dryRun: options.dryRun });
  else printLine(textOf(summary, options));
  const { known, leftOut } = counts;
  if (written + known === 0 && leftOut.length > 0) process.exitCode = exitCodes.failed;
  if (options.dryRun || written === 0) return;
  if (options.regenerate) await regenerate({ ...options, dryRun: false });
  else printNote('To build the library from the archive: npx steward regenerate');
}

/** The first of these folders that holds a library, which is more than an archive, fills the store if it is empty. */
async function adoptFirst(storage: Storage, paths: readonly string[]): Promise<AdoptedLibrary | null> {
  const holds = (folder: string, name: string) => existsSync(join(folder, name));
  const folder = paths.find(
    (path) => holds(path, 'raw') && (holds(path, 'topics') || holds(path, 'settled.txt')),
  );
  return folder === undefined ? null : storage.adopt(resolve(folder));
}

async function readAll(
  files: readonly ImportFile[],
  config: Config,
  erased: ErasedSince,
): Promise<Candidates> {
  const mask = captureMasks[config.kb.capture_mask];
  const pathsOf = (kind: ImportFile['kind']) =>
    files.flatMap((file) => (file.kind === kind ? [file.path] : []));
  const exports = pathsOf('export');
  const { discord } = config;
  const team = { memberIds: discord.team_member_ids, roleIds: discord.team_role_ids };
  if (exports.length > 0 && team.memberIds.length + team.roleIds.length === 0) {
    throw new UsageError(
      'The config names no team, so no answer in an export would count. Set discord.team_member_ids or discord.team_role_ids.',
    );
  }
  const raw = readRawFiles(pathsOf('raw'), mask);
  const exported = await readExports(exports, { team, config, mask, erased });
  return {
    read: raw.read + exported.read,
    candidates: [...raw.candidates, ...exported.candidates],
    leftOut: [...raw.leftOut, ...exported.leftOut],
    superseded: raw.superseded + exported.superseded,
  };
}

function textOf(
  { adopted, read, written, known, superseded, leftOut }: Summary,
  { dryRun }: ImportOptions,
): string {
  const lines = [
    ...(adopted === null
      ? []
      : [
          `The store was empty: ${countOf(adopted.pairs, 'pair')} in ${countOf(adopted.topics, 'topic')} taken in`,
        ]),
    ...leftOut.map(({ file, place, reason }) =>
      harmlessLine(`left out: ${file}${place ? `, ${place}` : ''}: ${reason}`),
    ),
    `${read} entries or messages read, ${countOf(written, 'entry', 'entries')} ${dryRun ? 'would be new' : 'new'}, ${known} known, ` +
      `${countOf(superseded, 'earlier state')} of a conversation, ${leftOut.length} left out`,
  ];
  return lines.join('\n');
}
