import { loadSources, type RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Finds out which of the selected sources can be read. Stops only when none can, and no image leads on. */
export async function load(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const sources = await loadSources(run, state, state.selectedSourceIds);
  const loadedSources = sources.map(({ sourceId, title, url }) => ({ sourceId, title, url, qaIds: [] }));
  const mayGoOn =
    loadedSources.length > 0 || (run.pictures.images.length > 0 && !run.settings.requireCitations);
  return { loadedSources, ended: mayGoOn ? null : 'no_source_loaded' };
}
