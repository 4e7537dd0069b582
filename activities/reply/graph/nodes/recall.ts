import { cutQuestion } from '../../../../domain/intake/conversation.ts';
import { detectLanguage } from '../../../../domain/language/detect-language.ts';
import { undetermined } from '../../../../domain/language/language-codes.ts';
import {
  type EarlierAnswer,
  confirmedCandidate,
  mayBeRecalled,
  recalledSince,
  standsAlone,
} from '../../../../domain/reply/recall.ts';
import type { LoadedSource } from '../../../../domain/ports/sources.ts';
import { askedQuestion, askModel, questionSections } from '../ask-model.ts';
import { heldBy } from '../draft-from.ts';
import { asUsed, loadEach, withoutText } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Candidates per question, and how many of them the model sees: further ones have too little in common. */
const maxFound = 10;
const maxShown = 3;

/**
 * Gives an answer that people approved again to a question that asks the same. One model call, or none if no earlier
 * answer qualifies. If the model does not confirm a check, the graph makes a new answer.
 */
export async function recallNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  if (!standsAlone(run.snapshot, run.earlier.last)) return {};
  const now = run.now();
  const answers = await run.records.helpfulAnswers({
    // Stored questions are in their original language.
    question: `${run.written} ${askedQuestion(state)}`,
    since: recalledSince(now),
    limit: maxFound,
  });
  if (answers.length === 0) return {};
  const loaded = await loadWhole(run, answers);
  const language = askersLanguage(state, run);
  const context = { now, sources: loaded.map(asUsed) };
  const candidates = answers.filter((earlier) => mayBeRecalled(earlier, context)).slice(0, maxShown);
  const chosen = candidates.length === 0 ? null : await choose(state, run, candidates);
  return chosen ? draftOf(chosen, language, loaded) : {};
}

/** Sources that cannot be read any more are left out, and with them the answers that were made from them. */
async function loadWhole(run: RunContext, found: readonly EarlierAnswer[]): Promise<readonly LoadedSource[]> {
  const ids = new Set(found.flatMap(({ sources }) => sources.map(({ sourceId }) => sourceId)));
  return (await loadEach(run, [...ids])).filter((source) => source !== null);
}

function askersLanguage(
  { language }: ReplyStateValue,
  { written, config, likelyLanguages }: RunContext,
): string {
  const detected = language ?? detectLanguage(written, likelyLanguages);
  return detected === undetermined ? config.ai_response.working_language : detected;
}

async function choose(
  state: ReplyStateValue,
  run: RunContext,
  candidates: readonly EarlierAnswer[],
): Promise<EarlierAnswer | null> {
  const decision = await askModel(run, {
    decision: 'RecallDecision',
    sections: [
      ...questionSections(state),
      ...candidates.map(({ record: { messageId, question, translatedQuestion } }) => ({
        name: 'earlier' as const,
        id: messageId,
        text: cutQuestion(translatedQuestion ?? question, run.config.ai_response.token_budgets),
      })),
    ],
  });
  const confirmed = confirmedCandidate(decision);
  return candidates.find(({ record }) => record.messageId === confirmed) ?? null;
}

/** For an asker of another language, the answer before its translation is the better one. */
function draftOf(
  { record, ...chosen }: EarlierAnswer,
  language: string,
  loaded: readonly LoadedSource[],
): ReplyUpdate {
  const { answer, untranslatedAnswer, citations } = record;
  const isAskers = chosen.language === language;
  const text = (isAskers ? answer : (untranslatedAnswer ?? answer)) ?? '';
  const used = loaded.filter(({ sourceId }) => chosen.sources.some((source) => source.sourceId === sourceId));
  return {
    // People approved it, but no model gave a confidence.
    draft: { text, citations, answerType: 'answer', confidence: null, knownLinks: heldBy(used, text) },
    isRecalled: true,
    untranslatedAnswer: isAskers ? untranslatedAnswer : null,
    loadedSources: used.map(withoutText),
    usedSources: used.map(asUsed),
  };
}
