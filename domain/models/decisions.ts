import { createHash } from 'node:crypto';
import { z } from 'zod';
import { gapKinds } from '../operations/gaps.ts';
import { answerTypes, toolNames } from '../reply/reply-record.ts';
import type { PromptSection } from './prompt-sections.ts';

/**
 * What Steward's own model, which only quotes, calls itself. It names the rules as well: cached decisions of other rules do
 * not count. Raise the number when answers change.
 */
export const extractiveModelName = 'steward-extractive-8';

/**
 * The models' answer schemas. The names travel to the provider as the schemas' names, so renaming one changes what is
 * asked. Every field is required (providers' strict mode wants it so); what may be missing is nullable.
 */
export const decisions = {
  LLMGateDecision: z.object({
    is_question: z.boolean(),
    is_answerable: z.boolean(),
    rewrite_query: z.string().nullable(),
    reason: z.string(),
    /** A configured topic's name. */
    topic: z.string().nullable(),
    /** False only when the question follows up on what Steward answered last. */
    subject_changed: z.boolean(),
  }),
  LLMSelectionResult: z.object({ selected_source_ids: z.array(z.string()) }),
  /** `candidate`: the id of the earlier answer. Each check: whether both questions agree in it; null is not confirmed. */
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
    answer: z.string().nullable(),
    /** Source ids, and `qa_id`s of the team pairs used. */
    citations: z.array(z.object({ source_id: z.string(), qa_ids: z.array(z.string()) })),
    answer_type: z.enum(answerTypes),
    /** From 0 to 10. */
    confidence: z.number(),
    /** What to look up before answering; counts only where there is no answer. */
    tool_calls: z.array(z.object({ tool: z.enum(toolNames), input: z.string() })),
  }),
  LLMVerificationResult: z.object({
    is_good_enough: z.boolean(),
    issues: z.array(z.string()),
    suggested_fix: z.string().nullable(),
  }),
  /** From 0 to 10. */
  LLMEvaluationResult: z.object({ score: z.int(), reason: z.string() }),
  /** Data about people, each as it stands in the text. */
  PersonalDataResult: z.object({ excerpts: z.array(z.string()) }),
  /** ISO 639-3. Null: it is in the target language already, or cannot be translated. */
  LLMTranslationResult: z.object({ language: z.string(), translation: z.string().nullable() }),
  /** `questions`: what a document answers, as a member would ask it. */
  LLMTextResult: z.object({ text: z.string(), questions: z.array(z.string()) }),
  ClassificationResult: z.object({ skip: z.boolean(), topic_name: z.string() }),
  IntegrationResult: z.object({ skip: z.boolean(), remove_ids: z.array(z.string()) }),
  /** The name of a gap that is there, or of a new one. */
  GapResult: z.object({ gap_name: z.string(), kind: z.enum(gapKinds) }),
  ImageSummaryResult: z.object({
    summaries: z.array(z.object({ message_id: z.string(), image_index: z.int(), summary: z.string() })),
  }),
} as const;

export type DecisionName = keyof typeof decisions;
export type Decision<Name extends DecisionName> = z.infer<(typeof decisions)[Name]>;

/** Which step of a reply asks for a decision: `ai_response.steps` may give each a model of its own. */
export const replyStepOf = {
  PersonalDataResult: 'moderate',
  LLMTranslationResult: 'translate',
  LLMGateDecision: 'gate',
  RecallDecision: 'recall',
  LLMSelectionResult: 'select',
  LLMGenerationResult: 'generate',
  LLMVerificationResult: 'verify',
  LLMEvaluationResult: 'evaluate',
} as const satisfies Partial<Record<DecisionName, string>>;

/** Which step about the library does: `kb.steps`. */
export const libraryStepOf = {
  LLMTextResult: 'describe',
  ClassificationResult: 'classify',
  IntegrationResult: 'integrate',
  GapResult: 'classify',
  ImageSummaryResult: 'summarize_images',
} as const satisfies Partial<Record<DecisionName, string>>;

export type ReplyStep = (typeof replyStepOf)[keyof typeof replyStepOf];
export type LibraryStep = (typeof libraryStepOf)[keyof typeof libraryStepOf];

/** Everything that a model's answer depends on. Two requests with the same key get the same answer from the cache. */
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

/** Of several of one kind, such as of a draft that was repaired, the one that counted. */
export function lastDecision<Name extends DecisionName>(
  made: readonly { readonly decision: string; readonly value: unknown }[],
  name: Name,
): Decision<Name> | undefined {
  const value = made.findLast(({ decision }) => decision === name)?.value;
  return decisions[name].safeParse(value).data as Decision<Name> | undefined;
}
