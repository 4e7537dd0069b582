import { parseIndex } from '../../../domain/index-file.ts';
import { askedQuestion, decide, questionSections, type RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/**
 * Chooses sources from the index, or from its best entries where it is too long. Ids that do not stand in what the model
 * saw are dropped, the rest cut to `maxSources`.
 */
export async function select(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const asked = { ...state, question: askedQuestion(state) };
  const index = await run.sources.shortlist({
    query: asked.question,
    generation: run.generation,
    maxTokens: run.settings.maxIndexTokens,
  });
  const decision = await decide(run, {
    decision: 'LLMSelectionResult',
    // The gate has put into words what it saw.
    looks: state.gateDecision === null,
    task: run.settings.prompts.selection,
    sections: [...questionSections(asked), { name: 'index', id: null, text: index }],
  });
  const known = new Set(parseIndex(index).map(({ sourceId }) => sourceId));
  const selected = [...new Set(decision.selected_source_ids)].filter((id) => known.has(id));
  const selectedSourceIds = selected.slice(0, run.settings.maxSources);
  const mayGoOn =
    selectedSourceIds.length > 0 || (run.pictures.images.length > 0 && !run.settings.requireCitations);
  return { selectedSourceIds, ended: mayGoOn ? null : 'no_source_selected' };
}
