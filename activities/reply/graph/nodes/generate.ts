import { isBlankAnswer } from '../../../../domain/posting/answer-text.ts';
import type { Decision } from '../../../../domain/models/decisions.ts';
import type { PromptSection } from '../../../../domain/models/prompt-sections.ts';
import { bestExcerpts, shownOf, type Excerpt } from '../../../../domain/documents/excerpts.ts';
import type { LoadedSource } from '../../../../domain/ports/sources.ts';
import type { RestsOn } from '../../../../domain/reply/reply-record.ts';
import { restsOn } from '../../../../domain/reply/rests-on.ts';
import {
  askModel,
  questionSections,
  searchedText,
  todaySection,
  tokensLeft,
  type Asked,
} from '../ask-model.ts';
import { draftFrom } from '../draft-from.ts';
import { asUsed, loadSources, mayAnswerFromImages, sourceSections, withoutText } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';
import {
  citedHits,
  fewestToolTokens,
  useTools,
  type AnswerParts,
  type Hit,
  type ShownSource,
} from '../tools.ts';
import { nothingMore } from '../../../../domain/reply/reply-rules.ts';

/**
 * Writes the draft from the loaded sources, or repairs the one that verification rejected. If something is missing, the
 * model may use tools, a limited number of times; a draft that it gives beside its calls stands meanwhile.
 */
export async function generateNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const ids = state.loadedSources.map(({ sourceId }) => sourceId);
  const { countTokens, config } = run;
  const { max_tool_steps, token_budgets: budgets } = config.ai_response;
  const freeTokens = tokensLeft(run, promptOf({ state, run, sources: [], results: [], stepsLeft: 0 }));
  const room = { maxTokens: Math.max(0, Math.min(budgets.sources, freeTokens)), countTokens };
  const loaded = await loadSources(run, ids);
  const { gateDecision } = state;
  const goesOn = gateDecision !== null && !gateDecision.subject_changed;
  const lastAnswer = goesOn ? (run.earlier.last?.answer ?? '') : '';
  // A repair sees what the draft was made from.
  const selected: readonly ShownSource[] =
    state.issues.length > 0
      ? state.shownExcerpts.flatMap((excerpt) => shownAgain(loaded, excerpt))
      : bestExcerpts(loaded, { query: searchedText(state), lastAnswer, ...room });
  let sources: readonly ShownSource[] = selected;
  let toolSections: readonly PromptSection[] = [];
  let hits: readonly Hit[] = [];
  let standing: Decision<'LLMGenerationResult'> | null = null;
  for (let stepsLeft = max_tool_steps; ; stepsLeft -= 1) {
    const parts = { state, run, sources: selected, results: toolSections };
    // A repair shows the draft, too.
    const maxTokens = tokensLeft(run, promptOf({ ...parts, stepsLeft: 0 })) - budgets.answer;
    stepsLeft = Math.max(0, Math.min(stepsLeft, run.callsLeft() - callsKeptBack));
    if (maxTokens < fewestToolTokens) stepsLeft = 0;
    const decision = await askModel(run, promptOf({ ...parts, stepsLeft }));
    const isBlank = isBlankAnswer(decision.answer);
    if (!isBlank) standing = decision;
    const looksUp = decision.tool_calls.length > 0 && (isBlank || stepsLeft > 0);
    if (!looksUp || (stepsLeft <= 0 && standing)) {
      const decided = standing ?? decision;
      sources = [...sources, ...(await citedHits(decided, { run, sources, hits }))];
      const byId = new Map([...loaded, ...sources].map((source) => [source.sourceId, withoutText(source)]));
      const made = onlyAsksBack(draftFrom({ decision: decided, state, run, sources }), sources, run);
      const shownExcerpts = sources.map(({ sourceId, parts }) => ({ sourceId, parts }));
      const usedSources = sources.map(asUsed);
      const rests = await restsOnOf(made, { run, excerpts: shownExcerpts });
      return { ...made, loadedSources: [...byId.values()], usedSources, shownExcerpts, restsOn: rests };
    }
    if (stepsLeft <= 0) return { draft: null, ended: 'tool_limit' };
    const looked = await useTools({ calls: decision.tool_calls, run, state, sources, maxTokens });
    sources = [...sources, ...looked.sources];
    const draft: PromptSection = { name: 'draft', id: null, text: decision.answer ?? '' };
    toolSections = [...toolSections, ...(isBlank ? [] : [draft]), ...looked.sections];
    hits = [...hits, ...looked.hits];
  }
}

function shownAgain(loaded: readonly LoadedSource[], excerpt: Excerpt): readonly ShownSource[] {
  const source = loaded.find(({ sourceId }) => sourceId === excerpt.sourceId);
  const shownSource = source && shownOf(source, [excerpt]);
  return shownSource ? [{ ...shownSource, parts: excerpt.parts }] : [];
}

async function restsOnOf(
  { draft }: ReplyUpdate,
  { run, excerpts }: { readonly run: RunContext; readonly excerpts: readonly Excerpt[] },
): Promise<RestsOn['sources']> {
  const { citations = [], text: answer = '' } = draft ?? {};
  const sources = await loadSources(
    run,
    citations.map(({ sourceId }) => sourceId),
  );
  return restsOn({ sources, excerpts, citations, answer });
}

/** This answer, its verification, its repair and that one's verification: an answer that was paid for is not lost to the limit of calls. */
const callsKeptBack = 4;

/** Without anything to answer from, a question back is all that may be said. */
const onlyAsksBack = (
  made: ReplyUpdate,
  sources: readonly unknown[],
  run: Pick<RunContext, 'pictures' | 'config'>,
): ReplyUpdate =>
  sources.length > 0 || mayAnswerFromImages(run) || made.draft?.answerType === 'clarifying'
    ? made
    : { draft: null, ended: 'no_source_selected' };

function promptOf({
  state,
  run,
  sources,
  results,
  stepsLeft,
}: AnswerParts & {
  readonly results: readonly PromptSection[];
  readonly stepsLeft: number;
}): Asked<'LLMGenerationResult'> {
  const mayLookUp = run.config.ai_response.max_tool_steps > 0;
  const { ownQuestion } = state;
  return {
    decision: 'LLMGenerationResult',
    step: 'answer',
    seesImages: true,
    subject: state.subject,
    limits: { mayLookUp, asksAgain: run.earlier.hasAskedBack, language: ownQuestion && state.language },
    sections: [
      ...questionSections(state, ownQuestion ?? state.question),
      todaySection(run),
      ...sourceSections(sources, state),
      ...rejected(state),
      ...results,
      ...(mayLookUp && stepsLeft === 0 ? [{ name: 'tool' as const, id: null, text: nothingMore }] : []),
    ],
  };
}

const maxObjectionChars = 4_000;

/** The draft that verification rejected, and why. */
const rejected = ({ issues, draft }: ReplyStateValue): readonly PromptSection[] =>
  issues.length === 0
    ? []
    : [
        { name: 'draft', id: null, text: draft?.text ?? '' },
        { name: 'objections', id: null, text: issues.join('\n').slice(0, maxObjectionChars) },
      ];
