import { isUtf8 } from 'node:buffer';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type PortError, finalError } from '../../../domain/ports/errors.ts';
import type { SourcesErrorCode } from '../../../domain/values/error-codes.ts';

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

export const maxBytesOf = (name: string): number =>
  isExtractedName(name) ? maxExtractedBytes : maxDocumentBytes;

/** Whether a real path lies below a real folder. Both have been through `realpath`. */
export const isInside = (folder: string, path: string): boolean =>
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
