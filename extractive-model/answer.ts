import type { Decision, DecisionName } from '../domain/models/decisions.ts';
import { parseSections, type PromptSection } from '../domain/models/prompt-sections.ts';
import { finalError } from '../domain/ports/errors.ts';
import { answerClassification, answerIntegration } from './learn.ts';
import { answerDescription } from './describe.ts';
import { answerGeneration, answerVerification } from './generate.ts';
import { answerSelection } from './select.ts';
import { detectLanguage } from '../domain/language/detect-language.ts';
import { undetermined } from '../domain/language/language-codes.ts';
import { answerGate, sectionText } from './question.ts';

/**
 * The sections of each decision's prompt, which are all that this model reads. `id` is null unless it is listed here; sections
 * marked * may occur several times.
 *
 * - LLMGateDecision: `conversation` (history, labelled lines), `question`, `others`.
 * - LLMSelectionResult: `conversation`, `question`, `index` (the combined index, as domain/documents/index-file.ts
 *   writes it; `by` says that a search found it, best first).
 * - RecallDecision: none.
 * - LLMGenerationResult: `conversation`, `question`, `source`* (id: the source's id; text: the document, or for `team:` ids
 *   the topic file, whole or its best sections or pairs; `by` says that it was chosen from the results of a search).
 * - LLMVerificationResult: `question`, `draft`, `source`*.
 * - LLMEvaluationResult: as verification; 10 for a draft that is good enough, 0 for any other.
 * - ComparisonDecision: `question`, `draft`, `source` (the team's answer). It claims nothing: the two differ.
 * - PairComparison: `pair`, `source`*. It claims nothing: no page is about the same.
 * - PersonalDataResult: `passage`. It marks nothing, because it knows no people.
 * - LLMTranslationResult: `passage`. It names the language but cannot translate.
 * - LLMTextResult: `document` or `topic` (id: the source's id). The text is an index description.
 * - ClassificationResult: `index`, `pair` (one block, as in a topic file).
 * - IntegrationResult: `topic` (id: the slug; its likeliest pairs), `pair`.
 *
 * ImageSummaryResult is rejected, because it reads no images.
 */
type AnsweredDecision = Exclude<DecisionName, 'ImageSummaryResult'>;

/** Names the language, or English if it cannot be determined, since this model reads only English. */
function nameLanguage(sections: readonly PromptSection[]): Decision<'LLMTranslationResult'> {
  const language = detectLanguage(sectionText(sections, 'passage'));
  return { language: language === undetermined ? 'eng' : language, translation: null };
}

const evaluate = (sections: readonly PromptSection[]): Decision<'LLMEvaluationResult'> => {
  const { is_good_enough: isGood, issues } = answerVerification(sections);
  return { score: isGood ? 10 : 0, reason: issues.join(' ') };
};

type Handlers = {
  readonly [Name in AnsweredDecision]: (sections: readonly PromptSection[]) => Decision<Name>;
};

const handlers: Handlers = {
  LLMGateDecision: answerGate,
  /** Confirms nothing, because words alone do not show whether two questions ask the same. */
  RecallDecision: () => ({
    candidate: null,
    numbers: null,
    dates_and_times: null,
    negation: null,
    entities: null,
    quantifiers: null,
    conditions: null,
    connectives: null,
    modifiers: null,
  }),
  LLMSelectionResult: answerSelection,
  LLMGenerationResult: answerGeneration,
  LLMVerificationResult: answerVerification,
  LLMEvaluationResult: evaluate,
  ComparisonDecision: () => ({ issues: [], verdict: 'differs' }),
  PairComparison: () => ({ issues: [], verdict: 'unrelated', source_id: null, statement: null }),
  PersonalDataResult: () => ({ excerpts: [] }),
  LLMTranslationResult: nameLanguage,
  LLMTextResult: answerDescription,
  ClassificationResult: answerClassification,
  IntegrationResult: answerIntegration,
};

const isAnswered = (name: DecisionName): name is AnsweredDecision => Object.hasOwn(handlers, name);

/** Four characters count as one token, about as in English text with other models. */
const tokensIn = (text: string): number => Math.ceil(text.length / 4);

/**
 * Answers Steward's own prompt as a model that costs nothing and invents nothing: it ranks the text of the prompt's sections and quotes
 * it. Of a prompt it reads the sections alone, and the same sections always give the same answer. Throws a final `PortError` for a decision about images.
 */
export function extractiveAnswer(
  decision: DecisionName,
  { system, user }: { readonly system: string; readonly user: string },
) {
  if (!isAnswered(decision)) throw finalError('model_bad_request', 'The extractive model reads no images.');
  const text = JSON.stringify(handlers[decision](parseSections(user)));
  const tokens = { inputTokens: tokensIn(system + user), outputTokens: tokensIn(text) };
  return { text, tokens, ending: 'whole' } as const;
}
