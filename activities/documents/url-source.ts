import type { KnownSource } from '../../domain/ports/known-sources.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { descriptionKey, withDescriptionTask } from './description-key.ts';
import { newSource } from './known-source.ts';

export const isDue = ({ nextCheckAt }: Pick<KnownSource, 'nextCheckAt'>, now: Date): boolean =>
  nextCheckAt === null || Date.parse(nextCheckAt) <= now.getTime();

/**
 * An address that the config, the links file or a site names, with what is to be done about it: it is fetched when it is
 * due, and when its text has been lost, unless the last attempts failed and the next one is not due.
 */
export async function urlSource(
  deps: KnowledgeDeps,
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
