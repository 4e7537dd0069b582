import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { UsageError } from '../cli/exit.ts';

export interface ImportFile {
  readonly path: string;
  readonly kind: 'raw' | 'export';
}

const kinds: Readonly<Record<string, ImportFile['kind']>> = { '.txt': 'raw', '.json': 'export' };

/** The files to import from paths. Of a folder with a `raw` folder, as the Python original has, only that one is read. */
export function findImportFiles(paths: readonly string[]): readonly ImportFile[] {
  const files = paths.flatMap(filesAt);
  const unique = new Map(files.map((file) => [file.path, file]));
  return [...unique.values()];
}

function filesAt(path: string): readonly ImportFile[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${path} is not there. Name a file or a folder.`);
  if (!stats.isDirectory()) {
    const kind = kinds[extname(path)];
    if (kind) return [{ path, kind }];
    throw new UsageError(`${path} ends neither in .txt (a raw archive) nor in .json (an export).`);
  }
  const raw = join(path, 'raw');
  const isOriginal = statSync(raw, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const folder = isOriginal ? raw : path;
  const importFiles = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .flatMap((name) => {
      const kind = kinds[extname(name)];
      return kind ? [{ path: join(folder, name), kind }] : [];
    });
  if (importFiles.length > 0) return importFiles;
  throw new UsageError(
    `${path} contains nothing to import: no raw/*.txt of the Python original and no *.json exports.`,
  );
}
