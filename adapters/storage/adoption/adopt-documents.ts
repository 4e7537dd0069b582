import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import { insertNew } from '../database/rows.ts';
import { type Section } from '../database/section.ts';
import { publishDocumentIndex } from '../documents/document-index.ts';
import { adoptCache } from '../documents/known-sources.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { ignoreMissing } from '../view/view-folders.ts';
import { readText } from '../view/replace-file.ts';

/** The folder in which an earlier version kept the texts of pages. */
export const pagesFolder = ({ documentIndexCache }: StoragePaths): string =>
  join(dirname(documentIndexCache), 'pages');

export function* adoptDocuments(paths: StoragePaths, log: StorageLog): Section<void> {
  const text = readText(paths.documentIndexCache);
  const { cache, problem } = text === null ? { cache: null, problem: null } : parseIndexCache(text);
  if (problem !== null) {
    const file = paths.documentIndexCache;
    log.warn({ file }, `index_cache_problem: ${file}: ${problem}`);
  }
  if (cache) {
    yield* publishDocumentIndex(cache);
    yield* adoptCache(cache);
  }
  const folder = pagesFolder(paths);
  const entries = ignoreMissing(() => readdirSync(folder, { recursive: true, withFileTypes: true }), []);
  const pages = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .flatMap((entry) => pageIn(readText(join(entry.parentPath, entry.name)) ?? ''));
  yield* insertNew('document_texts', pages);
}

/** The file has the id, the title and a blank line before the text. */
function pageIn(text: string) {
  const match = /^([^\n]+)\n([^\n]*)\n\n/u.exec(text);
  if (match?.[1] === undefined) return [];
  return [{ sourceId: match[1], title: match[2] || null, slug: null, text: text.slice(match[0].length) }];
}
