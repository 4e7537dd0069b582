import type { IndexCacheRecord } from '../../domain/index-cache.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { cachedDecide } from './cached-decide.ts';

/**
 * The record with its new description, or null when the model could not describe this document: it stays pending and
 * is tried at the next refresh. A failure that would hit every document alike (a wrong key, no connection) is thrown.
 */
export async function describeOne(
  deps: KnowledgeDeps,
  { sourceId, former }: { readonly sourceId: string; readonly former: IndexCacheRecord },
): Promise<IndexCacheRecord | null> {
  if (!former.file) return null;
  const { rel_path: relPath, size_bytes: sizeBytes, mtime_ns: mtimeNs } = former.file;
  try {
    const text = await deps.documents.read({ sourceId, relPath, sizeBytes, mtimeNs });
    const { value } = await cachedDecide(deps, {
      decision: 'LLMTextResult',
      task: deps.knowledge.prompts.document,
      sections: [{ name: 'document', id: sourceId, text }],
      accept: (answer) => answer.text.trim() !== '',
    });
    const summary = value.text.trim();
    return {
      ...former,
      summary_text: summary,
      summary_pending: false,
      last_indexed_at: deps.now().toISOString(),
    };
  } catch (error) {
    if (!(error instanceof PortError) || !ownFault.includes(error.code)) throw error;
    deps.log.warn({ source_id: sourceId, code: error.code }, 'description_failed');
    return null;
  }
}

/** Failures of one document, not of the model's connection. */
const ownFault: readonly string[] = [
  'model_bad_request',
  'model_malformed_answer',
  'document_gone',
  'document_not_text',
  'document_too_large',
  'document_outside',
  'document_unreadable',
];
