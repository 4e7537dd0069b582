import { isLeftOut, isOtherKind, newSource, type KnownSource } from '../../domain/documents/known-sources.ts';
import { folderOf } from '../../domain/documents/source-origins.ts';
import type { DocumentFile } from '../../domain/ports/sources.ts';
import type { LibraryDeps } from '../deps.ts';
import { descriptionKey, rejectSource, tellRejected, withDescriptionTask } from './source-tasks.ts';
import { holdRefresh, type BoundedStep } from './refresh-run.ts';
import { workOff } from '../work-off.ts';

import { contentHash } from '../../domain/values/content-hash.ts';
import { emptyRecord } from '../../domain/documents/index-cache.ts';
import { failedWith, PortError } from '../../domain/ports/errors.ts';

/** Files saved in one transaction: a crash makes at most this many be read again. */
const savedAtOnce = 25;

/** Extraction has threads of its own. */
const readAtOnce = 4;

/**
 * Compares the folders with the list of sources. A file of the same size and time is not read; one with the same hash
 * only gets new metadata; a changed one needs a new description and keeps the old one until then. One bad file never
 * stops the others. `settleDiscovery` removes deleted files.
 */
export async function discoverFiles(deps: LibraryDeps, step: BoundedStep) {
  const run = await holdRefresh(deps, step);
  const { knownSources, documents } = deps;
  await knownSources.readAgainIfOlder();
  const knownById = new Map((await knownSources.all()).map((source) => [source.sourceId, source]));
  const discovery = await documents.discover();
  const checkedAt = deps.now().toISOString();

  const newlyRejected = discovery.rejected.filter(({ sourceId }) => knownById.get(sourceId)?.foundBy !== run);
  for (const { sourceId, reason } of newlyRejected)
    tellRejected(deps, knownById.get(sourceId) ?? { sourceId, error: null }, { reason });
  const rejected = discovery.rejected.map(({ sourceId, reason }): KnownSource => {
    const kind = sourceId.startsWith('kb:') ? 'file' : 'folder';
    const origin = originOf(deps, sourceId);
    const listed = knownById.get(sourceId) ?? newSource({ sourceId, kind, origin });
    return { ...listed, origin, task: null, checkedAt, error: reason };
  });
  await knownSources.save(rejected, run);
  const scan: Scan = { deps, knownById, run, checkedAt };
  const { unchanged, toRead } = await compare(scan, discovery.files);
  const unknowable = [...knownById.values()].filter(
    ({ sourceId, kind }) => kind === 'file' && isHidden(deps, sourceId, discovery.unreadable),
  );
  await knownSources.confirm([...unchanged, ...unknowable.map(({ sourceId }) => sourceId)], {
    run,
    checkedAt,
  });
  const counts = await readChanged(scan, toRead, step.milliseconds);
  return {
    found: discovery.files.length,
    // Of these `read`: the files that are new or have changed.
    ...counts,
    // What no earlier step of this refresh has counted, without files of a kind that is not read.
    failed:
      counts.failed +
      newlyRejected.filter(({ sourceId, reason }) => !isOtherKind(sourceId) && !isLeftOut(reason)).length,
    // For the next step.
    left: toRead.length - counts.read,
  };
}

/** The name of the folder that a document lies in, or that could not be read. */
function originOf({ origins }: LibraryDeps, sourceId: string): string {
  const folderOrigin = origins.folders.find(({ folder }) => folder === sourceId);
  return (folderOrigin ?? folderOf(origins, sourceId.replace(/^kb:/u, ''))?.folder)?.name ?? '';
}

/** Whether a document lies in an unreadable place of its own folder. */
function isHidden({ origins }: LibraryDeps, sourceId: string, unreadable: readonly string[]): boolean {
  const { name = '' } = folderOf(origins, sourceId.slice('kb:'.length))?.folder ?? {};
  return unreadable.some((place) => place.startsWith(`kb:${name}`) && sourceId.startsWith(place));
}

/** What is known while the folders are compared with it. */
interface Scan {
  readonly deps: LibraryDeps;
  readonly knownById: ReadonlyMap<string, KnownSource>;
  readonly run: string;
  readonly checkedAt: string;
}

/** Sorts files into unchanged ones and ones to read. Files that this refresh failed to read are in neither group. */
async function compare({ deps, knownById, run }: Scan, files: readonly DocumentFile[]) {
  const { documents, knownSources } = deps;
  const key = descriptionKey(deps);
  const unchanged: string[] = [];
  const toDescribe: KnownSource[] = [];
  const toRead: DocumentFile[] = [];
  for (const file of files) {
    const listed = knownById.get(file.sourceId);
    // A file that could not be read has no text, and the same bytes would fail again.
    const hasText = listed?.record?.content_hash === '' || (await documents.hasText(file.sourceId));
    if (!listed || !isSameFile(listed, file) || !hasText) {
      if (listed?.foundBy !== run || listed.error === null) toRead.push(file);
      continue;
    }
    const next = { ...withDescriptionTask(listed, key), origin: originOf(deps, file.sourceId) };
    const isSame = (['task', 'describedBy', 'origin'] as const).every((name) => next[name] === listed[name]);
    if (isSame) unchanged.push(file.sourceId);
    else toDescribe.push(next);
  }
  await knownSources.save(toDescribe, run);
  return { unchanged: [...unchanged, ...toDescribe.map(({ sourceId }) => sourceId)], toRead };
}

const isSameFile = ({ record }: KnownSource, { sizeBytes, mtimeNs }: DocumentFile): boolean =>
  record?.file?.size_bytes === sizeBytes && record.file.mtime_ns === mtimeNs;

async function readChanged(
  { deps, knownById, run, checkedAt }: Scan,
  toRead: readonly DocumentFile[],
  milliseconds: number,
) {
  const key = descriptionKey(deps);
  const unsaved: KnownSource[] = [];
  const counts = await workOff(toRead, {
    none: { read: 0, changed: 0, failed: 0 },
    atOnce: readAtOnce,
    milliseconds,
    work: async (file) => {
      const listedSource = knownById.get(file.sourceId);
      const source = await readFileSource(deps, { file, knownSource: listedSource });
      const origin = originOf(deps, file.sourceId);
      unsaved.push(withDescriptionTask({ ...source, origin, checkedAt }, key));
      if (unsaved.length >= savedAtOnce) await deps.knownSources.save(unsaved.splice(0), run);
      const isChanged = source.record?.content_hash !== listedSource?.record?.content_hash;
      const isRead = source.error === null || isLeftOut(source.error);
      return isRead ? { read: 1, changed: Number(isChanged) } : { read: 1, failed: 1 };
    },
  });
  await deps.knownSources.save(unsaved, run);
  return counts;
}

/** Reads a file. A file that cannot be read gets an error and keeps its former record. */
async function readFileSource(
  { documents, countTokens, log, now }: LibraryDeps,
  { file, knownSource }: { readonly file: DocumentFile; readonly knownSource: KnownSource | undefined },
): Promise<KnownSource> {
  const { sourceId } = file;
  const source = knownSource ?? newSource({ sourceId, kind: 'file', origin: '' });
  const { record } = source;
  const meta = { rel_path: file.relPath, size_bytes: file.sizeBytes, mtime_ns: file.mtimeNs };
  const empty = emptyRecord('file', now().toISOString());
  try {
    const { text, date: listedDate = null } = await documents.read(file);
    const hash = contentHash(text);
    const read = { ...source, listedDate, tokens: countTokens(text), error: null };
    if (record?.content_hash === hash) return { ...read, record: { ...record, file: meta } };
    const changed = { ...empty, content_hash: hash, summary_text: record?.summary_text ?? '' };
    return { ...read, record: { ...changed, summary_pending: true, file: meta } };
  } catch (error) {
    const failed = { ...source, error: rejectSource({ log }, source, error) };
    if (failedWith(error, 'document_left_out')) return { ...failed, record: { ...empty, file: meta } };
    // The same bytes would fail again, so they are not read again; an unreachable file is retried at each refresh.
    return isOutOfReach(error) ? failed : { ...failed, record: { ...(record ?? empty), file: meta } };
  }
}

const isOutOfReach = (error: unknown): boolean =>
  !(error instanceof PortError) ||
  failedWith(error, 'document_gone', 'document_outside', 'document_unreadable') ||
  error.kind === 'transient';
