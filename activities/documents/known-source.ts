import type { Config } from '../../config/schema.ts';
import { newSource } from '../../domain/documents/find-sources.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { KnownSource } from '../../domain/ports/sources.ts';
import type { LibraryDeps } from '../deps.ts';
import { aboutProject } from '../../domain/models/compose-prompt.ts';
import { systemMessage } from '../models/system-message.ts';
import { decisionKey } from '../../domain/models/decisions.ts';

/** Steward's own sentence about a failure; what a library said may quote a page. */
export const sentenceOf = (error: unknown): string =>
  error instanceof PortError ? error.message : 'It cannot be read; the log has the place.';

export const isDue = ({ nextCheckAt }: Pick<KnownSource, 'nextCheckAt'>, now: Date): boolean =>
  nextCheckAt === null || Date.parse(nextCheckAt) <= now.getTime();

/**
 * An address that the config, the links file or a site names, with what is to be done about it: it is fetched when it is
 * due, and when its text has been lost, unless the last attempts failed and the next one is not due.
 */
export async function urlSource(
  deps: LibraryDeps,
  {
    url,
    origin,
    known,
  }: {
    readonly url: string;
    readonly origin: string;
    readonly known: ReadonlyMap<string, KnownSource>;
  },
): Promise<KnownSource> {
  const sourceId = `kb:${url}`;
  const former = known.get(sourceId) ?? newSource({ sourceId, kind: 'url', origin });
  const source = { ...former, origin };
  const isLost = source.failures === 0 && !(await deps.documents.hasText(sourceId));
  if (isLost || isDue(source, deps.now())) return { ...source, task: 'fetch' };
  return withDescriptionTask(source, descriptionKey(deps));
}

/** Of one page. */
export const pageLimits = ({ pages }: Pick<Config, 'pages'>) => ({
  maxBytes: pages.max_megabytes * 1_000_000,
  timeoutSeconds: pages.timeout_seconds,
});

const firstRetrySeconds = 5 * 60;
const longestRetrySeconds = 24 * 60 * 60;

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();

export const nextCheckAfterSuccess = ({ now, config }: Pick<LibraryDeps, 'now' | 'config'>): string =>
  after(now(), config.kb.url_check_interval_seconds);

/** 5 minutes after the first failure in a row, doubling, at most a day. */
export const nextCheckAfterFailure = (now: Date, failures: number): string =>
  after(now, Math.min(firstRetrySeconds * 2 ** (failures - 1), longestRetrySeconds));

/** The prompt and the model of descriptions, hashed: with another one, every document is described again. */
export function descriptionKey({ model, config }: Pick<LibraryDeps, 'model' | 'config'>): string {
  const decision = 'LLMTextResult';
  const about = aboutProject(config.ai_response.project_introduction);
  const system = systemMessage(config, { decision, sections: [], about });
  return decisionKey({ decision, model: model.modelFor(decision), system, sections: [] });
}

/**
 * The source with what is to be done about its description. One that another prompt or model wrote is due again, and stays
 * until the new one is there. A description of unknown origin (a Python original's) counts as current.
 */
export function withDescriptionTask(source: KnownSource, key: string): KnownSource {
  const { record, describedBy } = source;
  if (record === null || record.content_hash === '') return { ...source, task: null };
  if (record.summary_pending) return { ...source, task: 'describe' };
  if (describedBy === null || describedBy === key) return { ...source, describedBy: key, task: null };
  return { ...source, record: { ...record, summary_pending: true }, task: 'describe' };
}
