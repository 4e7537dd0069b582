import { decide, loadSources, sourceSections, type RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** A second look at the draft, with the sources beside it. What it rejects is not posted. */
export async function verify(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const sources = await loadSources(
    run,
    state,
    state.loadedSources.map(({ sourceId }) => sourceId),
  );
  const decision = await decide(run, {
    decision: 'LLMVerificationResult',
    looks: true,
    task: run.settings.prompts.verification,
    sections: [
      { name: 'question', id: null, text: state.question },
      { name: 'draft', id: null, text: state.draft?.text ?? '' },
      ...sourceSections(sources),
    ],
  });
  return { ended: decision.is_good_enough ? null : 'verification_rejected' };
}
