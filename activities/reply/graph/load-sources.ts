import type { Citation } from '../../../domain/reply/reply-record.ts';
import type { UsedSource } from '../../../domain/reply/recall.ts';
import type { LoadedSource } from '../../../domain/ports/sources.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import type { RunContext } from './run-context.ts';
import type { ReplyStateValue } from './state.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';

/** Loads what still loads, whole. A source that fails is logged and left out. */
export async function loadSources(run: RunContext, ids: readonly string[]): Promise<readonly LoadedSource[]> {
  const loaded = await Promise.allSettled(ids.map((id) => run.sources.load(id, run.generation)));
  return loaded.flatMap((result, at) => {
    if (result.status === 'fulfilled') return [result.value];
    run.log.warn({ message_id: run.snapshot.id, source_id: ids[at] }, 'source_failed_to_load');
    return [];
  });
}

export const sourceSections = (
  sources: readonly LoadedSource[],
  { bySearch }: Pick<ReplyStateValue, 'bySearch'>,
): readonly PromptSection[] =>
  sources.map(({ sourceId, text }) => {
    const from = isTeamSource(sourceId) ? 'team' : 'documentation';
    return { name: 'source', id: sourceId, text, from, ...(bySearch && { by: 'search' }) };
  });

/** A loaded source as the state keeps it: without its text. */
export const withoutText = ({ sourceId, title, url }: LoadedSource): Citation => ({
  sourceId,
  title,
  url,
  qaIds: [],
});

/** A source as it is now. */
export const asUsed = ({ sourceId, contentHash }: LoadedSource): UsedSource => ({ sourceId, contentHash });
