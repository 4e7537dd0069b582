import { cutAtSentence, isBlankAnswer } from '../../../domain/answer-text.ts';
import type { Citation } from '../../../domain/interaction.ts';
import { isQaId, type QaId } from '../../../domain/qa-id.ts';
import { decide, loadSources, questionSections, sourceSections, type RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Writes the draft from the loaded sources. Citations of anything else are dropped. */
export async function generate(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const sources = await loadSources(
    run,
    state,
    state.loadedSources.map(({ sourceId }) => sourceId),
  );
  const decision = await decide(run, {
    decision: 'LLMGenerationResult',
    looks: true,
    task: run.settings.prompts.answer,
    sections: [...questionSections(state), ...sourceSections(sources)],
  });
  if (isBlankAnswer(decision.answer)) return { draft: null, ended: 'not_covered' };
  const citations = decision.citations.flatMap(({ source_id, qa_ids }): readonly Citation[] => {
    const source = sources.find(({ sourceId }) => sourceId === source_id);
    if (!source) return [];
    const qaIds = qa_ids.filter((id): id is QaId => isQaId(id) && source.text.includes(`\nid: ${id}\n`));
    return [{ sourceId: source.sourceId, title: source.title, url: source.url, qaIds }];
  });
  if (run.settings.requireCitations && citations.length === 0) return { draft: null, ended: 'no_citation' };
  const text = cutAtSentence(decision.answer, run.settings.maxAnswerChars);
  return { draft: { text, citations: uniqueBySource(citations), answerType: 'answer', confidence: null } };
}

const uniqueBySource = (citations: readonly Citation[]): readonly Citation[] => [
  ...new Map(citations.map((citation) => [citation.sourceId, citation])).values(),
];
