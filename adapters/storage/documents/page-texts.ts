import type { DocumentText } from '../../../domain/ports/sources.ts';
import { countIn, find, list, remove, upsert, valueOf, valuesOf } from '../database/rows.ts';
import type { Database } from '../database/database.ts';
import { collapseWhitespace } from '../../../domain/values/text.ts';

/** What most pages have in common, some of them show. */
const maxSampled = 300;

export type PageTexts = ReturnType<typeof createPageTexts>;

/** The texts of pages and of documents that had to be extracted, by source id. */
export const createPageTexts = (database: Database) => ({
  keep: (
    sourceId: string,
    { title, text, slug = null, anchors = null, date = null }: DocumentText,
  ): Promise<void> =>
    database.write(async (trx) => {
      const ownTitle = title === null ? null : collapseWhitespace(title) || null;
      await upsert(trx, 'document_texts', { sourceId, title: ownTitle, text, slug, date, anchors });
    }),
  read: (sourceId: string) =>
    database.read(async (trx) => {
      const columns = ['title', 'text', 'slug', 'anchors', 'date'] as const;
      return (await find(trx, 'document_texts', { sourceId }, columns)) ?? null;
    }),
  /** The day of a source's last change, as far as anything but its text says it. */
  listedDay: (sourceId: string) =>
    database.read((trx) => valueOf(trx, 'sources', { sourceId }, 'listedDate')),
  has: (sourceId: string) =>
    database.read(async (trx) => {
      return (await valueOf(trx, 'document_texts', { sourceId }, 'sourceId')) !== null;
    }),
  count: () => database.read((trx) => countIn(trx.selectFrom('document_texts'))),
  /** Some hundred of those wanted, evenly spread. */
  sample: (isWanted: (sourceId: string) => boolean) =>
    database.read(async (trx) => {
      const ids = (await valuesOf(trx, 'document_texts', {}, 'sourceId')).filter(isWanted);
      const step = Math.max(1, ids.length / maxSampled);
      const taken = Array.from(
        { length: Math.floor(ids.length / step) },
        (_, at) => ids[Math.floor(at * step)] ?? '',
      );
      return list(trx, 'document_texts', { sourceId: taken }, ['title', 'text']);
    }),
  /** Deletes all others. */
  keepOnly: (sourceIds: ReadonlySet<string>) =>
    database.write(async (trx) => {
      const storedIds = await valuesOf(trx, 'document_texts', {}, 'sourceId');
      const unusedIds = storedIds.filter((id) => !sourceIds.has(id));
      await remove(trx, 'document_texts', { sourceId: unusedIds });
    }),
});
