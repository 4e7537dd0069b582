import { loadSources, mayAnswerFromImages, withoutText } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Finds out which selected sources can be read. Ends the run if none can and there is no image to answer from. */
export async function loadNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const loadedSources = (await loadSources(run, state.selectedSourceIds)).map(withoutText);
  const mayGoOn = loadedSources.length > 0 || mayAnswerFromImages(run);
  return { loadedSources, ended: mayGoOn ? null : 'no_source_loaded' };
}
