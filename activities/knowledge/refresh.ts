import { contentHash } from '../../domain/content-hash.ts';
import type { IndexCache, IndexCacheRecord } from '../../domain/index-cache.ts';
import type { QaId } from '../../domain/qa-id.ts';
import type { DocumentFile, RejectedSource } from '../../domain/ports/sources.ts';
import { workflowIds } from '../../workflows/contract.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { currentOwner, holdLease } from './lease.ts';
import { describeOne } from './describe-document.ts';

const lease = 'refresh';

export interface Discovered {
  readonly sources: number;
  readonly removed: number;
  readonly rejected: number;
  /** Sources whose description is missing or no longer fits. */
  readonly pending: number;
}

/**
 * Compares the folder with the cache: size and time equal, nothing is read; hash equal, dates only; hash changed, a new
 * description is due and the old one stays until it is there; gone, removed. One bad file never stops the others.
 */
export async function discoverSources(deps: KnowledgeDeps): Promise<Discovered> {
  await holdLease(deps, lease, currentOwner());
  const { signal, report } = stepRun();
  const cache = await deps.documentIndex.readCache();
  const { files, rejected } = await deps.documents.discover();
  const failures: RejectedSource[] = [...rejected];
  const sources: Record<string, IndexCacheRecord> = {};
  for (const [at, file] of files.entries()) {
    signal.throwIfAborted();
    report({ checked: at, of: files.length });
    const former = cache.sources[file.sourceId];
    try {
      sources[file.sourceId] = await recordOf(deps, file, former);
    } catch (error) {
      // What was indexed before stays until the file can be read again or is gone.
      if (former) sources[file.sourceId] = former;
      failures.push({
        sourceId: file.sourceId,
        reason: error instanceof Error ? error.message : 'unreadable',
      });
    }
  }
  for (const { sourceId, reason } of failures)
    deps.log.warn({ source_id: sourceId, reason }, 'source_rejected');
  await deps.documentIndex.publish({ ...cache, generated_at: deps.now().toISOString(), sources });
  return {
    sources: Object.keys(sources).length,
    removed: Object.keys(cache.sources).filter((id) => !(id in sources)).length,
    rejected: failures.length,
    pending: pendingIds({ ...cache, sources }).length,
  };
}

async function recordOf(
  { documents, now }: KnowledgeDeps,
  file: DocumentFile,
  former: IndexCacheRecord | undefined,
): Promise<IndexCacheRecord> {
  const meta = { rel_path: file.relPath, size_bytes: file.sizeBytes, mtime_ns: file.mtimeNs };
  if (former?.file?.size_bytes === meta.size_bytes && former.file.mtime_ns === meta.mtime_ns) return former;
  const hash = contentHash(await documents.read(file));
  if (former?.content_hash === hash) return { ...former, file: meta };
  return {
    source_type: 'file',
    content_hash: hash,
    summary_text: former?.summary_text ?? '',
    last_indexed_at: now().toISOString(),
    summary_pending: true,
    file: meta,
  };
}

const pendingIds = ({ sources }: IndexCache): readonly string[] =>
  Object.entries(sources).flatMap(([id, { summary_pending }]) => (summary_pending ? [id] : []));

export interface Described {
  readonly described: number;
  readonly failed: number;
  /** Descriptions that still wait, this round's failures left out. */
  readonly left: number;
}

/** Describes up to `limit` pending sources and publishes the index with them. */
export async function describeSources(
  deps: KnowledgeDeps,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<Described> {
  await holdLease(deps, lease, currentOwner());
  const { signal, report } = stepRun();
  const cache = await deps.documentIndex.readCache();
  const pending = pendingIds(cache).slice(skip);
  const due = pending.slice(0, limit);
  const sources: Record<string, IndexCacheRecord> = { ...cache.sources };
  let described = 0;
  const queue = due.values();
  const worker = async () => {
    for (const sourceId of queue) {
      signal.throwIfAborted();
      const former = cache.sources[sourceId];
      const record = former ? await describeOne(deps, { sourceId, former }) : null;
      if (record) sources[sourceId] = record;
      if (record) described += 1;
      report({ described, of: pending.length });
    }
  };
  await Promise.all(Array.from({ length: deps.knowledge.descriptionConcurrency }, worker));
  await deps.documentIndex.publish({ ...cache, generated_at: deps.now().toISOString(), sources });
  return { described, failed: due.length - described, left: pending.length - due.length };
}

/**
 * Raw entries that nothing has settled, oldest first. What a run is busy with, or an operator has to mend, is left to
 * it; a run that ended well has settled its entry in a generation that is no longer live.
 */
export async function findUnsettled(
  { library, runs }: KnowledgeDeps,
  { limit }: { readonly limit: number },
): Promise<readonly QaId[]> {
  const found: QaId[] = [];
  for (const { qaId, messageIds } of await library.unsettled(await library.liveGeneration())) {
    if (found.length === limit) break;
    const ids = [qaId, messageIds.at(-1)].filter((id) => id !== undefined).map(workflowIds.capture);
    const states = await Promise.all(ids.map((id) => runs.stateOf(id)));
    if (!states.includes('open') && !states.includes('unfinished')) found.push(qaId);
  }
  return found;
}

/** Lets the next refresh begin. Harmless when repeated. */
export const endRefresh = ({ records }: KnowledgeDeps): Promise<void> =>
  records.release(lease, currentOwner());
