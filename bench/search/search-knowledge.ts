import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStorage, type Storage } from '../../adapters/storage/open-storage.ts';
import type { StorageLog } from '../../adapters/storage/storage-log.ts';
import type { StoragePaths } from '../../adapters/storage/storage-paths.ts';
import { storagePaths } from '../../test/support/storage/storage-paths.ts';
import type { Embeddings } from '../../domain/ports/model.ts';
import { contentHash } from '../../domain/values/content-hash.ts';
import type { IndexCache, IndexCacheRecord } from '../../domain/documents/index-cache.ts';
import { sectionsOf } from '../../domain/documents/sections.ts';
import type { MarkdownPage } from '../corpora/markdown-pages.ts';
import { benchFolder } from '../support/bench-folder.ts';

/** A Steward's store with pages in its folder of documents, which is removed at the end of its scope. */
export interface SearchKnowledge extends AsyncDisposable {
  readonly storage: Storage;
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  /** Writes new pages, and publishes an index of exactly these pages. By default, their beginnings describe them. */
  publish(pages: readonly MarkdownPage[], describe?: (page: MarkdownPage) => string): Promise<void>;
  /** Resolves when every section has its vector. */
  embedded(): Promise<void>;
  /** Paths of pages, best first. */
  search(query: string, limit: number): Promise<readonly string[]>;
}

/** `git/gitfaq.html` is written as `git/gitfaq.md`: links between the pages are found without their endings. */
const fileOf = (path: string): string => `${path.slice(0, -'.html'.length)}.md`;

const publishedAt = '2026-02-01T00:00:00Z';

export async function openSearchKnowledge(embeddings: Embeddings | null = null): Promise<SearchKnowledge> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await benchFolder());
  const sourcesDir = join(folder, 'docs');
  let embedded = Promise.withResolvers<void>();
  const log = {
    info: (_fields: object, message: string) => {
      if (message === 'sections_embedded') embedded.resolve();
    },
    warn: (_fields: object, message: string) => embedded.reject(new Error(message)),
  };
  const paths = storagePaths({ dataDir: join(folder, 'data'), sourcesDir });
  const storage = await openStorage({ paths, log, embeddings });
  opened.defer(() => storage.close());
  storage.computeVectors();
  const written = new Set<MarkdownPage>();
  const ending = opened.move();
  return {
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
    storage,
    paths,
    log,
    async publish(pages, describe = beginning) {
      const added = pages.filter((page) => !written.has(page));
      await writePages(sourcesDir, added);
      for (const page of added) written.add(page);
      embedded = Promise.withResolvers();
      if (added.length === 0 || !embeddings) embedded.resolve();
      await storage.documentIndex.publish(indexOfPages(pages, describe));
    },
    embedded: () => embedded.promise,
    async search(query, limit) {
      const hits = await storage.sources.search({ query, generation: 1, limit });
      return hits.map(({ sourceId }) => pageOf(sourceId));
    },
  };
}

/** The path of a page as the documentation has it. */
export const pageOf = (sourceId: string): string => `${sourceId.slice('kb:'.length, -'.md'.length)}.html`;

export async function writePages(folder: string, pages: readonly MarkdownPage[]): Promise<void> {
  for (const { path, text } of pages) {
    await mkdir(dirname(join(folder, fileOf(path))), { recursive: true });
    await writeFile(join(folder, fileOf(path)), text);
  }
}

const indexOfPages = (
  pages: readonly MarkdownPage[],
  describe: (page: MarkdownPage) => string,
): IndexCache => ({
  schema_version: 1,
  generated_at: publishedAt,
  sources: Object.fromEntries(
    pages.map((page) => [`kb:${fileOf(page.path)}`, recordOf(page, describe(page))]),
  ),
});

/** Replaces a model's description: as long, with the page's title and beginning. */
function beginning({ text }: MarkdownPage): string {
  const words = text.replaceAll(/\]\([^()\s]*\)|[#*`[\]_|\\]/gu, ' ').replaceAll(/\s+/gu, ' ');
  return words.trim().slice(0, 200).toWellFormed();
}

function recordOf({ path, text }: MarkdownPage, description: string): IndexCacheRecord {
  return {
    source_type: 'file',
    content_hash: contentHash(text),
    summary_text: description,
    last_indexed_at: publishedAt,
    summary_pending: false,
    file: { rel_path: fileOf(path), size_bytes: text.length, mtime_ns: 1n },
  };
}

/** The baseline: the same sections in an FTS5 table with its own ranking, and pages ranked by their best section. */
export function plainSearch(pages: readonly MarkdownPage[]): (query: string) => readonly string[] {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE VIRTUAL TABLE plain USING fts5 (page UNINDEXED, headings, body); BEGIN');
  const insert = db.prepare('INSERT INTO plain VALUES (?, ?, ?)');
  for (const { path, text } of pages) {
    for (const section of sectionsOf(text)) insert.run(path, section.headings.join('\n'), section.text);
  }
  db.exec('COMMIT');
  const find = db.prepare('SELECT page FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 1000');
  return (query) => {
    const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];
    const rows = find.all(words.map((word) => `"${word}"`).join(' OR '));
    return [...new Set(rows.map((row) => String(row['page'])))];
  };
}
