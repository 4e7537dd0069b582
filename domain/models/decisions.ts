import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PromptSection } from './prompt-sections.ts';

/** The name of Steward's own model, which is part of every cache key: raise the number when its answers change. */
export const extractiveModelName = 'steward-extractive-10';

/**
 * `answer`: from the sources. `clarifying`: a question back to the member. `out_of_scope`: not about this project.
 * `elsewhere`: about this project, but another place is responsible.
 */
export const answerTypes = ['answer', 'clarifying', 'out_of_scope', 'elsewhere'] as const;

export type AnswerType = (typeof answerTypes)[number];

/**
 * Steward's answer beside the team's. `agrees`: whoever follows either does the same. `contradicts`: they cannot both be right.
 * `better`: Steward's answers the question, the team's words do not. `differs`: anything else.
 */
const comparisons = ['agrees', 'contradicts', 'better', 'differs'] as const;

/**
 * A pair of the team beside the pages that come nearest. `page_says_more`: nothing contradicts, and a page adds to it.
 * `unrelated`: no page is about the same.
 */
const pairVerdicts = ['agrees', 'page_says_more', 'contradicts', 'unrelated'] as const;

const toolNames = ['search', 'read', 'check_url'] as const;

export type ToolName = (typeof toolNames)[number];

/**
 * The schemas of the models' answers. Providers see their names, so renaming one changes the request. Every field is
 * required, as providers' strict mode demands; optional values are nullable. Reasons come before decisions, because a model writes them
 * in this order.
 */
export const decisions = {
  LLMGateDecision: z.object({
    reason: z.string(),
    is_question: z.boolean(),
    is_answerable: z.boolean(),
    rewrite_query: z.string().nullable(),
    /** Words that the documentation will use, in its language. */
    search: z.string().nullable(),
    /** The name of a configured topic. */
    topic: z.string().nullable(),
    /** False only if the question follows up on Steward's last answer. */
    subject_changed: z.boolean(),
  }),
  /** `look_for`: words that the passage will hold. */
  LLMSelectionResult: z.object({ look_for: z.string().nullable(), selected_source_ids: z.array(z.string()) }),
  /** `candidate` is the earlier answer's id. Each check says whether both questions agree in it; null means unconfirmed. */
  RecallDecision: z.object({
    candidate: z.string().nullable(),
    numbers: z.boolean().nullable(),
    dates_and_times: z.boolean().nullable(),
    negation: z.boolean().nullable(),
    entities: z.boolean().nullable(),
    quantifiers: z.boolean().nullable(),
    conditions: z.boolean().nullable(),
    connectives: z.boolean().nullable(),
    modifiers: z.boolean().nullable(),
  }),
  LLMGenerationResult: z.object({
    /** What of the question no source holds. */
    missing: z.string().nullable(),
    answer: z.string().nullable(),
    /** Source ids, and the `qa_id`s of the used team pairs. */
    citations: z.array(z.object({ source_id: z.string(), qa_ids: z.array(z.string()) })),
    answer_type: z.enum(answerTypes),
    /** From 0 to 10. */
    confidence: z.number(),
    /** What to look up. An answer beside it stands meanwhile. */
    tool_calls: z.array(z.object({ tool: z.enum(toolNames), input: z.string() })),
  }),
  LLMVerificationResult: z.object({
    issues: z.array(z.string()),
    is_good_enough: z.boolean(),
    suggested_fix: z.string().nullable(),
  }),
  /** From 0 to 10. */
  LLMEvaluationResult: z.object({ reason: z.string(), score: z.int() }),
  /** `issues`: where the two answers differ. */
  ComparisonDecision: z.object({ issues: z.array(z.string()), verdict: z.enum(comparisons) }),
  /** `statement`: the page's own words about the same. */
  PairComparison: z.object({
    issues: z.array(z.string()),
    verdict: z.enum(pairVerdicts),
    source_id: z.string().nullable(),
    statement: z.string().nullable(),
  }),
  /** Personal data, each excerpt as it stands in the text. */
  PersonalDataResult: z.object({ excerpts: z.array(z.string()) }),
  /** ISO 639-3. Null: the text is already in the target language, or cannot be translated. */
  LLMTranslationResult: z.object({ language: z.string(), translation: z.string().nullable() }),
  /** `questions` are those that a document answers, in a member's words. */
  LLMTextResult: z.object({ text: z.string(), questions: z.array(z.string()) }),
  ClassificationResult: z.object({ skip: z.boolean(), topic_name: z.string() }),
  IntegrationResult: z.object({ skip: z.boolean(), remove_ids: z.array(z.string()) }),
  ImageSummaryResult: z.object({
    summaries: z.array(z.object({ message_id: z.string(), image_index: z.int(), summary: z.string() })),
  }),
} as const;

export type DecisionName = keyof typeof decisions;
export type Decision<Name extends DecisionName> = z.infer<(typeof decisions)[Name]>;

/** The reply step that makes each decision; `ai_response.steps` may give each its own model. */
export const replyStepOf = {
  PersonalDataResult: 'moderate',
  LLMTranslationResult: 'translate',
  LLMGateDecision: 'gate',
  RecallDecision: 'recall',
  LLMSelectionResult: 'select',
  LLMGenerationResult: 'generate',
  LLMVerificationResult: 'verify',
  LLMEvaluationResult: 'evaluate',
  ComparisonDecision: 'evaluate',
} as const satisfies Partial<Record<DecisionName, string>>;

/** The library step that makes each decision: `kb.steps`. */
export const libraryStepOf = {
  LLMTextResult: 'describe',
  ClassificationResult: 'classify',
  IntegrationResult: 'integrate',
  PairComparison: 'integrate',
  ImageSummaryResult: 'summarize_images',
} as const satisfies Partial<Record<DecisionName, string>>;

export type ReplyStep = (typeof replyStepOf)[keyof typeof replyStepOf];
export type LibraryStep = (typeof libraryStepOf)[keyof typeof libraryStepOf];

/** Hashes everything that a model's answer depends on. Requests with the same key get the same cached answer. */
export function decisionKey(request: {
  readonly decision: string;
  readonly model: string;
  readonly system: string;
  readonly sections: readonly PromptSection[];
}): string {
  const { decision, model, system, sections } = request;
  return createHash('sha256')
    .update(JSON.stringify([decision, model, system, sections]))
    .digest('hex');
}

/** The last decision of a kind: a repaired draft has several. */
export function lastDecision<Name extends DecisionName>(
  made: readonly { readonly decision: string; readonly value: unknown }[],
  name: Name,
): Decision<Name> | undefined {
  const value = made.findLast(({ decision }) => decision === name)?.value;
  return decisions[name].safeParse(value).data as Decision<Name> | undefined;
}
