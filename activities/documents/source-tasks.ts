import type { Config } from '../../config/schema.ts';
import { itself, newSource, type KnownSource } from '../../domain/documents/known-sources.ts';
import { placesOf, PortError } from '../../domain/ports/errors.ts';
import type { IndexCacheRecord } from '../../domain/documents/index-cache.ts';
import type { LibraryDeps } from '../deps.ts';
import { aboutProject } from '../../domain/models/compose-prompt.ts';
import { systemMessage } from '../models/system-message.ts';
import { decisionKey } from '../../domain/models/decisions.ts';

/** A source as the last refresh has left it. */
type Former = Pick<KnownSource, 'sourceId' | 'error'>;

/** Logs why a source is left out, and returns the reason: a sentence of Steward's own, because a library's message might quote a page. */
export function rejectSource(deps: Pick<LibraryDeps, 'log'>, source: Former, error: unknown): string {
  const isKnown = error instanceof PortError;
  const reason = isKnown ? error.message : 'An unexpected error; the log says where.';
  tellRejected(deps, source, { reason, ...(!isKnown && { stack: placesOf(error) }) });
  return reason;
}

/** Says a reason once, and not again at each refresh. `sources --failed` lists all that hold. */
export function tellRejected(
  { log }: Pick<LibraryDeps, 'log'>,
  { sourceId, error }: Former,
  why: { readonly reason: string; readonly stack?: unknown },
): void {
  if (error !== why.reason) log.warn({ source_id: sourceId, ...why }, 'source_rejected');
}

export const isDue = ({ nextCheckAt }: Pick<KnownSource, 'nextCheckAt'>, now: Date): boolean =>
  nextCheckAt === null || Date.parse(nextCheckAt) <= now.getTime();

export const pagesOf = (origin: string | null, knownById: ReadonlyMap<string, KnownSource>) =>
  [...knownById.values()].filter((source) => source.kind === 'url' && source.origin === origin);

/** The id of a page's source. */
export const pageId = (url: string): string => `kb:${url}`;

/** The address of a page's source. */
export const addressOf = ({ sourceId }: Pick<KnownSource, 'sourceId'>): string =>
  sourceId.slice('kb:'.length);

/** An address without what makes no other page of it. */
export const samePage = (url: string): string =>
  url
    .replace(/^https?:\/\//iu, '')
    .replace(/#.*$/u, '')
    .replace(/(?:\/index)?\.(?:html?|md)$/iu, '')
    .replace(/\/+$/u, '');

/** An address as a source, with its next task: it is fetched if it is due, or if its text is lost and nothing failed before. */
export async function urlSource(
  deps: LibraryDeps,
  url: string,
  origin: string,
  knownById: ReadonlyMap<string, KnownSource>,
): Promise<KnownSource> {
  const sourceId = pageId(url);
  const listed = knownById.get(sourceId) ?? newSource({ sourceId, kind: 'url', origin });
  const source = { ...listed, origin };
  const isLost = source.failures === 0 && !(await deps.documents.hasText(sourceId));
  if (isLost || isDue(source, deps.now())) return { ...source, task: 'fetch' };
  return withDescriptionTask(source, descriptionKey(deps));
}

export const pageLimits = ({ pages }: Pick<Config, 'pages'>) => ({
  maxBytes: pages.max_megabytes * 1_000_000,
  timeoutSeconds: pages.timeout_seconds,
});

const firstRetrySeconds = 5 * 60;
const longestRetrySeconds = 24 * 60 * 60;

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();

export const nextCheckAfterSuccess = ({ now, config }: Pick<LibraryDeps, 'now' | 'config'>): string =>
  after(now(), config.kb.url_check_interval_seconds);

/** 5 minutes after the first failure in a row, doubling, at most a day; or when the host asks for it. */
export const nextCheckAfterFailure = (now: Date, failures: number, askedSeconds = 0): string =>
  after(
    now,
    askedSeconds > 0 ? askedSeconds : Math.min(firstRetrySeconds * 2 ** (failures - 1), longestRetrySeconds),
  );

/** Hashes the prompt and the model of descriptions: if they change, every document is described again. */
export function descriptionKey({ model, config }: Pick<LibraryDeps, 'model' | 'config'>): string {
  const decision = 'LLMTextResult';
  const about = aboutProject(config.ai_response.project_introduction);
  const system = systemMessage(config, { decision, sections: [], about });
  return decisionKey({ decision, model: model.modelFor(decision), system, sections: [] });
}

/** The record of a source from which nothing is answered: it stands in no index. */
export const emptiedRecord = (record: IndexCacheRecord): IndexCacheRecord => ({
  ...record,
  content_hash: '',
  summary_text: '',
  summary_pending: false,
});

/**
 * Sets the task of a source's description. A description by another prompt or model is renewed, and stays until then. One
 * of unknown origin (the Python original's) counts as current.
 */
export function withDescriptionTask(source: KnownSource, key: string): KnownSource {
  const { record, describedBy } = source;
  if (record === null || record.content_hash === '') return { ...source, task: null };
  if (record.summary_pending) return { ...source, task: 'describe' };
  if (describedBy === itself) return { ...source, task: null };
  if (describedBy === null || describedBy === key) return { ...source, describedBy: key, task: null };
  return { ...source, record: { ...record, summary_pending: true }, task: 'describe' };
}
