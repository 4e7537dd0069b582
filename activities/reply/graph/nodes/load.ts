import { loadSources, withoutText } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Finds out which selected sources can be read. Stops only if none can and there is no image to answer from. */
export async function loadNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const loadedSources = (await loadSources(run, state.selectedSourceIds)).map(withoutText);
  const mayGoOn =
    loadedSources.length > 0 || (run.pictures.images.length > 0 && !run.config.ai_response.require_citations);
  return { loadedSources, ended: mayGoOn ? null : 'no_source_loaded' };
}
