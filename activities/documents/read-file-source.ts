import { newSource, type KnownSource } from '../../domain/documents/known-sources.ts';
import { contentHash } from '../../domain/values/content-hash.ts';
import type { IndexCacheRecord } from '../../domain/documents/index-cache.ts';
import { failedWith, PortError } from '../../domain/ports/errors.ts';
import type { DocumentFile } from '../../domain/ports/sources.ts';
import type { LibraryDeps } from '../deps.ts';
import { sentenceOf } from './source-tasks.ts';

/** Reads a file. A file that cannot be read gets an error and keeps its former record. */
export async function readFileSource(
  { documents, countTokens, log, now }: LibraryDeps,
  { file, former }: { readonly file: DocumentFile; readonly former: KnownSource | undefined },
): Promise<KnownSource> {
  const { sourceId } = file;
  const source = former ?? newSource({ sourceId, kind: 'file', origin: '' });
  const { record } = source;
  const meta = { rel_path: file.relPath, size_bytes: file.sizeBytes, mtime_ns: file.mtimeNs };
  const empty: IndexCacheRecord = {
    source_type: 'file',
    content_hash: '',
    summary_text: '',
    last_indexed_at: now().toISOString(),
    summary_pending: false,
  };
  try {
    const { text } = await documents.read(file);
    const hash = contentHash(text);
    const read = { ...source, tokens: countTokens(text), error: null };
    if (record?.content_hash === hash) return { ...read, record: { ...record, file: meta } };
    const changed = { ...empty, content_hash: hash, summary_text: record?.summary_text ?? '' };
    return { ...read, record: { ...changed, summary_pending: true, file: meta } };
  } catch (error) {
    const reason = sentenceOf(error);
    log.warn({ source_id: sourceId, reason }, 'source_rejected');
    const failed = { ...source, error: reason };
    // The same bytes would fail again, so they are not read again; an unreachable file is retried at each refresh.
    return isOutOfReach(error) ? failed : { ...failed, record: { ...(record ?? empty), file: meta } };
  }
}

const isOutOfReach = (error: unknown): boolean =>
  !(error instanceof PortError) ||
  failedWith(error, 'document_gone', 'document_outside', 'document_unreadable') ||
  error.kind === 'transient';
