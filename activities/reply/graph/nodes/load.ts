import { loadSources, withoutText } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Finds out which of the selected sources can be read. Stops only when none can, and no image leads on. */
export async function loadNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const loadedSources = (await loadSources(run, state, state.selectedSourceIds)).map(withoutText);
  const mayGoOn =
    loadedSources.length > 0 || (run.pictures.images.length > 0 && !run.config.ai_response.require_citations);
  return { loadedSources, ended: mayGoOn ? null : 'no_source_loaded' };
}
