import { parseIndexCacheRecord, type IndexCache } from '../../../domain/documents/index-cache.ts';
import { formatIndex } from '../../../domain/documents/index-file.ts';
import { all, type Section } from '../database/section.ts';
import { saidAs } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';

export const generatedAt = 'documents generated_at';

export function* readIndexCache(): Section<IndexCache> {
  const rows = yield* all(tables.selectFrom('document_index').selectAll());
  const sources = rows.flatMap(({ source_id: id, record }) => {
    const parsed = parseIndexCacheRecord(record);
    return parsed ? [[id, parsed] as const] : [];
  });
  return {
    schema_version: 1,
    generated_at: (yield* saidAs(generatedAt)) ?? new Date(0).toISOString(),
    sources: Object.fromEntries(sources),
  };
}

/** A source without a description, such as a page that could not be fetched, is not in the index. */
export const indexOf = ({ sources }: IndexCache): string =>
  formatIndex(
    Object.entries(sources)
      .filter(([, record]) => record.summary_text.trim() !== '')
      .map(([sourceId, record]) => ({ sourceId, description: record.summary_text })),
  );
