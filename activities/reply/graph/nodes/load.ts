import { loadSources, mayAnswerFromImages, mayAskBack, withoutText } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Finds out which selected sources can be read. Ends the run if none can, unless there is an image to answer from, or the member may be asked back. */
export async function loadNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const loadedSources = (await loadSources(run, state.selectedSourceIds)).map(withoutText);
  const asksBack = state.selectedSourceIds.length === 0 && mayAskBack(run);
  const mayGoOn = loadedSources.length > 0 || mayAnswerFromImages(run) || asksBack;
  return { loadedSources, ended: mayGoOn ? null : 'no_source_loaded' };
}
