import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import picomatch from 'picomatch';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { otherKindPath } from '../../../domain/documents/known-sources.ts';
import { isIndexableId } from '../../../domain/documents/index-file.ts';
import type { DiscoveredDocuments, DocumentFile, RejectedSource } from '../../../domain/ports/sources.ts';
import { isInside, maxBytesOf } from './read-document.ts';

export interface FolderToDiscover {
  /** A real path. */
  readonly root: string;
  /** The first part of its documents' paths, or ''. */
  readonly name: string;
  /** Globs; everything if empty. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly isRead: (name: string) => boolean;
}

/**
 * Walks a folder. Hidden entries are skipped. A symbolic link counts when it leads to something inside the folder that
 * was not found under its own name (mounted config maps look like that); one that leads out is rejected. Files of kinds
 * that are not read are reported in one line for each kind.
 */
export async function discoverDocuments(request: FolderToDiscover): Promise<DiscoveredDocuments> {
  const { root, name, isRead } = request;
  const files: DocumentFile[] = [];
  const rejected: RejectedSource[] = [];
  const unreadable: string[] = [];
  const otherKinds = new Map<string, number>();
  const visited = new Set<string>();
  const links: string[] = [];
  const isIncluded = request.include.length === 0 ? () => true : picomatch([...request.include]);
  const isExcluded = request.exclude.length === 0 ? () => false : picomatch([...request.exclude]);
  const isTaken = (relPath: string): boolean => isIncluded(relPath) && !isExcluded(relPath);
  const idOf = (relPath: string): string =>
    `kb:${[name, relPath].filter((part) => part !== '').join('/') || '.'}`;

  const walk = async (folder: string, relFolder: string): Promise<void> => {
    visited.add(folder);
    const entries = await listFolder(folder);
    if (typeof entries === 'string') {
      // The unnamed root folder covers every path without another name.
      unreadable.push(name === '' && relFolder === '' ? 'kb:' : `${idOf(relFolder)}/`);
      return reject(relFolder, `The folder cannot be read (${entries}). Give Steward's user the right to.`);
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const relPath = relFolder === '' ? entry.name : `${relFolder}/${entry.name}`;
      if (entry.isSymbolicLink()) links.push(relPath);
      else if (entry.isDirectory()) await walk(join(folder, entry.name), relPath);
      else await take(relPath, join(folder, entry.name));
    }
  };

  const follow = async (relPath: string): Promise<void> => {
    const target = await realpath(join(root, relPath)).catch(() => null);
    if (target === null || (target !== root && !isInside(root, target))) {
      const where = target === null ? 'nowhere' : 'out of the folder of documents';
      return isTaken(relPath) ? reject(relPath, `The link leads ${where}.`) : undefined;
    }
    if (visited.has(target)) return;
    const stats = await stat(target).catch(() => null);
    if (stats?.isDirectory()) await walk(target, relPath);
    else await take(relPath, target);
  };

  const take = async (relPath: string, path: string): Promise<void> => {
    visited.add(path);
    if (!isTaken(relPath)) return;
    const stats = await lstat(path, { bigint: true }).catch(codeOf);
    if (typeof stats === 'string') return reject(relPath, `It cannot be read (${stats}).`);
    if (stats.isFile() && !isRead(relPath)) {
      const kind = extname(relPath).toLowerCase();
      otherKinds.set(kind, (otherKinds.get(kind) ?? 0) + 1);
      return;
    }
    const reason = whyNot(idOf(relPath), stats);
    if (reason !== null) return reject(relPath, reason);
    files.push({
      sourceId: idOf(relPath),
      relPath: idOf(relPath).slice('kb:'.length),
      sizeBytes: Number(stats.size),
      mtimeNs: stats.mtimeNs,
    });
  };

  const reject = (relPath: string, reason: string): void => {
    rejected.push({ sourceId: idOf(relPath), reason });
  };

  await walk(root, '');
  // A folder behind a link may contain further links.
  for (let link = links.shift(); link !== undefined; link = links.shift()) await follow(link);
  for (const [kind, count] of otherKinds) {
    const what = count === 1 ? 'One file is' : `${count} files are`;
    reject(otherKindPath(kind), `${what} of a kind that is not read.`);
  }
  return {
    files: files.toSorted(bySourceId),
    rejected: rejected.toSorted(bySourceId),
    unreadable,
  };
}

function whyNot(sourceId: string, stats: BigIntStats): string | null {
  if (!stats.isFile()) return 'It is neither a file nor a folder.';
  if (!isIndexableId(sourceId)) {
    return 'The index cannot hold its name (a line break, or a blank at either end). Rename it.';
  }
  const maxBytes = maxBytesOf(sourceId);
  if (stats.size > BigInt(maxBytes)) {
    return `It has ${stats.size} bytes; at most ${maxBytes} are read. Split it.`;
  }
  return null;
}

const listFolder = (folder: string): Promise<readonly Dirent[] | string> =>
  readdir(folder, { withFileTypes: true }).then(
    (entries) => entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    codeOf,
  );

const codeOf = (error: unknown): string => {
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === 'string' ? code : 'unknown error';
};

const bySourceId = (a: { readonly sourceId: string }, b: { readonly sourceId: string }): number =>
  compareCodePoints(a.sourceId, b.sourceId);
