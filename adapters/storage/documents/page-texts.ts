import type { DocumentText } from '../../../domain/ports/sources.ts';
import { find, remove, upsert, valueOf, valuesOf } from '../database/rows.ts';
import type { Database } from '../database/database.ts';
import { collapseWhitespace } from '../../../domain/values/text.ts';

/** The texts of pages and of documents that had to be extracted, by source id. */
export interface PageTexts {
  keep(sourceId: string, page: DocumentText): Promise<void>;
  read(sourceId: string): Promise<DocumentText | null>;
  has(sourceId: string): Promise<boolean>;
  /** Deletes all others. */
  keepOnly(sourceIds: ReadonlySet<string>): Promise<void>;
}

export const createPageTexts = (database: Database): PageTexts => ({
  keep: (sourceId, { title, text, slug = null }) =>
    database.write(async (trx) => {
      const row = { sourceId, title: title === null ? null : collapseWhitespace(title) || null, text, slug };
      await upsert(trx, 'document_texts', row);
    }, []),
  read: (sourceId) =>
    database.read(async (trx) => {
      const storedText = await find(trx, 'document_texts', { sourceId }, ['title', 'text', 'slug']);
      return storedText ?? null;
    }),
  has: (sourceId) =>
    database.read(async (trx) => {
      return (await valueOf(trx, 'document_texts', { sourceId }, 'sourceId')) !== null;
    }),
  keepOnly: (sourceIds) =>
    database.write(
      async (trx) => {
        const storedIds = await valuesOf(trx, 'document_texts', {}, 'sourceId');
        const unusedIds = storedIds.filter((id) => !sourceIds.has(id));
        await remove(trx, 'document_texts', { sourceId: unusedIds });
      },
      ['documents'],
    ),
});

export const noPageTexts: PageTexts = {
  keep: async () => {},
  read: async () => null,
  has: async () => false,
  keepOnly: async () => {},
};
