import { askModel } from '../decide.ts';
import { loadSources, sourceSections } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/**
 * Verifies the draft against the sources. A rejected draft is repaired once if the configuration allows it, and not posted
 * otherwise. A question back to the member is not verified, because it states nothing.
 */
export async function verifyNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  if (state.draft?.answerType === 'clarifying') return {};
  const ids = state.loadedSources.map(({ sourceId }) => sourceId);
  const sources = await loadSources(run, state, ids);
  const { is_good_enough, issues, suggested_fix } = await askModel(run, {
    decision: 'LLMVerificationResult',
    step: 'verification',
    seesImages: true,
    subject: state.subject,
    task: run.config.ai_response.verification_prompt,
    sections: [
      { name: 'question', id: null, text: state.question },
      { name: 'draft', id: null, text: state.draft?.text ?? '' },
      ...sourceSections(sources, state),
    ],
  });
  if (is_good_enough) return { issues: [] };
  if (state.repairs >= (run.config.ai_response.repair_rejected ? 1 : 0))
    return { ended: 'verification_rejected' };
  const said = [...issues, ...(suggested_fix ? [suggested_fix] : [])];
  return {
    issues: said.length > 0 ? said : ['It was rejected without a reason.'],
    repairs: state.repairs + 1,
    back: 'generate',
  };
}
