import { list, upsert } from '../database/rows.ts';
import { chunked, first, run, type Database } from '../database/section.ts';
import { tables } from '../database/tables.ts';

interface PageText {
  /** Null: the page has none of its own. */
  readonly title: string | null;
  readonly text: string;
  /** By which the document's site names it. */
  readonly slug?: string | null;
}

/** The texts of pages and of documents that had to be extracted, by source id. */
export interface PageTexts {
  keep(sourceId: string, page: PageText): Promise<void>;
  read(sourceId: string): Promise<PageText | null>;
  has(sourceId: string): Promise<boolean>;
  /** Removes all others. */
  keepOnly(sourceIds: ReadonlySet<string>): Promise<void>;
}

export const createPageTexts = (database: Database): PageTexts => ({
  keep: (sourceId, { title, text, slug = null }) =>
    database.write(function* () {
      const row = { source_id: sourceId, title: title === null ? null : oneLine(title) || null, text, slug };
      yield* upsert('document_texts', row, ['source_id']);
    }, []),
  read: (sourceId) =>
    database.read(function* () {
      const ofSource = tables.selectFrom('document_texts').where('source_id', '=', sourceId);
      return (yield* first(ofSource.select(['title', 'text', 'slug']))) ?? null;
    }),
  has: (sourceId) =>
    database.read(function* () {
      const ofSource = tables.selectFrom('document_texts').where('source_id', '=', sourceId);
      return (yield* first(ofSource.select('source_id'))) !== undefined;
    }),
  keepOnly: (sourceIds) =>
    database.write(
      function* () {
        const rows = yield* list('document_texts', {}, ['source_id']);
        const gone = rows.map(({ source_id: id }) => id).filter((id) => !sourceIds.has(id));
        for (const some of chunked(gone)) {
          yield* run(tables.deleteFrom('document_texts').where('source_id', 'in', some));
        }
      },
      ['documents'],
    ),
});

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

export const noPageTexts: PageTexts = {
  keep: async () => {},
  read: async () => null,
  has: async () => false,
  keepOnly: async () => {},
};
