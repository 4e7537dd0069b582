import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import picomatch from 'picomatch';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { otherKindPath } from '../../../domain/documents/known-sources.ts';
import { isIndexableId } from '../../../domain/documents/index-file.ts';
import type { DiscoveredDocuments, DocumentFile, RejectedSource } from '../../../domain/ports/sources.ts';
import { isUtf8 } from 'node:buffer';
import { type PortError, finalError } from '../../../domain/ports/errors.ts';
import type { SourcesErrorCode } from '../../../domain/values/error-codes.ts';

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
    reject(otherKindPath(kind), `${what} of a kind that is not read${kind && ` (${kind})`}.`);
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

/** People do not write larger pages. One that is made to be slow takes 2 s of the process that reads it. */
export const maxDocumentBytes = 2 * 1024 * 1024;

/** PDF and DOCX files contain pictures, which are not kept. */
const maxExtractedBytes = 50 * 1024 * 1024;

/** Extensions of text files. */
const textExtensions = ['.md', '.markdown', '.mdx', '.txt', '.rst'] as const;

/** Extensions of files whose text has to be extracted. */
const extractedExtensions = [
  '.html',
  '.htm',
  '.pdf',
  '.docx',
  '.adoc',
  '.asciidoc',
  '.ipynb',
  '.man',
  // Descriptions of an API: see `isReadIn`.
  '.json',
  '.yaml',
  '.yml',
  // Manual pages by their sections.
  ...Array.from({ length: 8 }, (_, at) => `.${at + 1}`),
];

const endsInOne = (name: string, extensions: readonly string[]): boolean =>
  extensions.some((extension) => name.toLowerCase().endsWith(extension));

export const isTextName = (name: string): boolean => endsInOne(name, textExtensions);

export const isExtractedName = (name: string): boolean => endsInOne(name, extractedExtensions);

/** What a folder reads: of JSON and YAML only what is called a description of an API, or what `include` names. */
export const isReadIn =
  (include: readonly string[], extracts: boolean) =>
  (name: string): boolean =>
    isTextName(name) ||
    (extracts &&
      isExtractedName(name) &&
      (include.includes(name) || !/(?<!openapi|swagger)\.(?:json|ya?ml)$/iu.test(name)));

const maxBytesOf = (name: string): number => (isExtractedName(name) ? maxExtractedBytes : maxDocumentBytes);

/** Whether a real path lies below a real folder. Both have been through `realpath`. */
const isInside = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Reads a text file. Throws like `readDocumentBytes`, and for anything that is neither UTF-8 text nor marked as UTF-16. */
export async function readDocument(root: string, relPath: string): Promise<string> {
  const bytes = await readDocumentBytes(root, relPath);
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (bytes.includes(0) || !isUtf8(bytes)) {
    throw unreadable(relPath, 'document_not_text', 'it is not text in UTF-8');
  }
  return new TextDecoder().decode(bytes);
}

/**
 * A document by its path inside `root`, a real path. The path is resolved and checked at every reading, so that a link
 * which was put in place since discovery leads nowhere. Throws a final `PortError` for what is gone, outside or too large.
 */
export async function readDocumentBytes(root: string, relPath: string): Promise<Buffer> {
  const path = await realpath(join(root, relPath)).catch(() => null);
  if (path === null) throw unreadable(relPath, 'document_gone', 'it is gone or cannot be reached');
  if (!isInside(root, path)) throw unreadable(relPath, 'document_outside', 'it leads out of the folder');
  const file = await open(path, 'r').catch(() => null);
  if (!file) throw unreadable(relPath, 'document_gone', 'it is gone or may not be read');
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw unreadable(relPath, 'document_unreadable', 'it is not a file');
    const maxBytes = maxBytesOf(relPath);
    if (stats.size > maxBytes) {
      throw unreadable(relPath, 'document_too_large', `it has more than ${maxBytes} bytes`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const unreadable = (relPath: string, code: SourcesErrorCode, reason: string): PortError =>
  finalError(code, `Document ${JSON.stringify(relPath)}: ${reason}.`);
