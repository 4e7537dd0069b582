import type { Citation } from '../../../domain/reply/reply-record.ts';
import type { UsedSource } from '../../../domain/reply/recall.ts';
import type { LoadedSource, Sources } from '../../../domain/ports/sources.ts';
import { failedWith, isTransient } from '../../../domain/ports/errors.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import type { RunContext } from './run-context.ts';
import type { ReplyStateValue } from './state.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';

/** Loads whole sources. One that is gone is logged and left out. */
export async function loadSources(run: RunContext, ids: readonly string[]): Promise<readonly LoadedSource[]> {
  const loaded = await loadEach(run, ids);
  for (const [at, sourceId] of ids.entries())
    if (!loaded[at])
      run.log.warn({ message_id: run.snapshot.id, source_id: sourceId }, 'source_failed_to_load');
  return loaded.filter((source) => source !== null);
}

/** A source is null if it is gone or its file cannot be read. Other transient errors fail the attempt. */
export const loadEach = (
  { sources, generation }: Pick<RunContext, 'sources' | 'generation'>,
  ids: readonly string[],
): Promise<readonly (LoadedSource | null)[]> =>
  Promise.all(
    ids.map((id) =>
      sources.load(id, generation).catch((error: unknown) => {
        if (isTransient(error) && !failedWith(error, 'storage_unavailable')) throw error;
        return null;
      }),
    ),
  );

/** Whether a question without sources may be answered from its images. */
export const mayAnswerFromImages = ({ pictures, config }: Pick<RunContext, 'pictures' | 'config'>): boolean =>
  pictures.images.length > 0 && !config.ai_response.require_citations;

/** Whether a question without sources may be answered by a question back. */
export const mayAskBack = ({ snapshot, earlier }: Pick<RunContext, 'snapshot' | 'earlier'>): boolean =>
  snapshot.askedDirectly && !earlier.hasAskedBack;

/** Loads each source once in a run, so that all its steps see the same text. */
export function loadingOnce(sources: Sources): Sources {
  const loads = new Map<string, Promise<LoadedSource>>();
  return {
    ...sources,
    load: (sourceId, generation) => {
      const load = loads.get(sourceId) ?? sources.load(sourceId, generation);
      loads.set(sourceId, load);
      return load;
    },
  };
}

export const sourceSections = (
  sources: readonly LoadedSource[],
  { bySearch }: Pick<ReplyStateValue, 'bySearch'>,
): readonly PromptSection[] =>
  sources.map(({ sourceId, text }) => {
    const from = isTeamSource(sourceId) ? 'team' : 'documentation';
    return { name: 'source', id: sourceId, text, from, ...(bySearch && { by: 'search' }) };
  });

/** A loaded source as the state holds it. */
export const withoutText = ({ sourceId, title, url, date }: LoadedSource): Citation => ({
  sourceId,
  title,
  url,
  date,
  qaIds: [],
});

export const asUsed = ({ sourceId, contentHash }: LoadedSource): UsedSource => ({ sourceId, contentHash });
