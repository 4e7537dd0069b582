import { shownOf } from '../../../../domain/documents/excerpts.ts';
import { failedWith, finalError } from '../../../../domain/ports/errors.ts';
import { modelCallErrors } from '../../../../domain/values/error-codes.ts';
import { generateNode } from './generate.ts';
import { askModel, questionSections, todaySection } from '../ask-model.ts';
import { repairOrEnd } from '../draft-from.ts';
import { loadSources, sourceSections } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/**
 * Verifies the draft against what generation saw of the cited sources. A
 * rejected draft is repaired once if the configuration allows it, and not posted otherwise. A question back to the
 * member is not verified, because it states nothing. Where no judge answers and the chain of models ends with the one that quotes, a
 * quote takes the place of the draft.
 */
export async function verifyNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  return verified(state, run).catch(async (error: unknown) => {
    if (!failedWith(error, ...modelCallErrors)) throw error;
    // The draft is written again once at most.
    const failure = run.isFirstAttempt ? error : finalError(error.code, error.message);
    if (!run.config.ai_response.fallbacks.includes('extractive')) throw failure;
    const last = { ...run, byLast: true };
    const verdict = await verified(state, last);
    if (verdict.issues?.length === 0) return verdict;
    const quoted = await generateNode({ ...state, issues: [] }, last);
    if (!quoted.draft) throw failure;
    return { ...quoted, ...(await verified({ ...state, ...quoted }, last)) };
  });
}

async function verified(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  if (state.draft?.answerType === 'clarifying') return {};
  const { text: draft = '', citations = [] } = state.draft ?? {};
  // A draft without citations may rest on any source.
  const cited = citations.length > 0 ? citations : state.loadedSources;
  const sources = (await loadSources(run, [...new Set(cited.map(({ sourceId }) => sourceId))])).map(
    // An earlier answer was not generated from excerpts.
    (source) => shownOf(source, state.shownExcerpts) ?? source,
  );
  const { is_good_enough, issues, suggested_fix } = await askModel(run, {
    decision: 'LLMVerificationResult',
    step: 'verification',
    seesImages: true,
    subject: state.subject,
    sections: [
      ...questionSections(state),
      todaySection(run),
      { name: 'draft', id: null, text: draft },
      ...sourceSections(sources, state),
    ],
  });
  if (is_good_enough) return { issues: [] };
  const complaints = [...issues, ...(suggested_fix ? [suggested_fix] : [])];
  return repairOrEnd(state, run, complaints.length > 0 ? complaints : ['It was rejected without a reason.']);
}
