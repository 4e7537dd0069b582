import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareCodePoints } from '../../../domain/code-point-order.ts';
import { isIndexableId } from '../../../domain/index-file.ts';
import type { DocumentFile, RejectedSource } from '../../../domain/ports/sources.ts';
import { documentExtensions, isDocumentName, maxDocumentBytes } from './document-limits.ts';
import { isInside } from './is-inside.ts';

interface Found {
  readonly files: DocumentFile[];
  readonly rejected: RejectedSource[];
}

/**
 * Walks a folder. Hidden entries are skipped. A symbolic link counts when it leads to something inside the folder that
 * was not found under its own name (mounted config maps look like that); one that leads out is rejected.
 */
export async function discoverDocuments(root: string): Promise<Found> {
  const found: Found = { files: [], rejected: [] };
  const visited = new Set<string>();
  const links: string[] = [];

  const walk = async (folder: string, relFolder: string): Promise<void> => {
    visited.add(folder);
    const entries = await listFolder(folder);
    if (typeof entries === 'string') return reject(relFolder, `The folder cannot be read (${entries}).`);
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
    if (target === null) return reject(relPath, 'The link leads nowhere.');
    if (!isInside(root, target)) return reject(relPath, 'The link leads out of the folder of documents.');
    if (visited.has(target)) return;
    const stats = await stat(target).catch(() => null);
    if (stats?.isDirectory()) await walk(target, relPath);
    else await take(relPath, target);
  };

  const take = async (relPath: string, path: string): Promise<void> => {
    visited.add(path);
    const stats = await lstat(path, { bigint: true }).catch(codeOf);
    if (typeof stats === 'string') return reject(relPath, `It cannot be read (${stats}).`);
    const reason = whyNot(relPath, stats);
    if (reason !== null) return reject(relPath, reason);
    found.files.push({
      sourceId: `kb:${relPath}`,
      relPath,
      sizeBytes: Number(stats.size),
      mtimeNs: stats.mtimeNs,
    });
  };

  const reject = (relPath: string, reason: string): void => {
    found.rejected.push({ sourceId: `kb:${relPath === '' ? '.' : relPath}`, reason });
  };

  await walk(root, '');
  // A folder that is reached through a link may hold further links.
  for (let link = links.shift(); link !== undefined; link = links.shift()) await follow(link);
  return {
    files: found.files.toSorted(bySourceId),
    rejected: found.rejected.toSorted(bySourceId),
  };
}

function whyNot(relPath: string, stats: BigIntStats): string | null {
  if (!stats.isFile()) return 'It is neither a file nor a folder.';
  if (!isIndexableId(`kb:${relPath}`)) {
    return 'Its name cannot stand in the index (a line break, or blanks at an end). Rename it.';
  }
  if (!isDocumentName(relPath))
    return `It is not one of the kinds that are read: ${documentExtensions.join(', ')}.`;
  if (stats.size > BigInt(maxDocumentBytes)) {
    return `It has ${stats.size} bytes; at most ${maxDocumentBytes} are read. Split it.`;
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
