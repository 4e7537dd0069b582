import type { DecisionName } from './decisions.ts';

/** Which step of a reply asks for a decision: `ai_response.steps` may give each a model of its own. */
export const replySteps = {
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
export const librarySteps = {
  LLMTextResult: 'describe',
  ClassificationResult: 'classify',
  IntegrationResult: 'integrate',
  ImageSummaryResult: 'summarize_images',
} as const satisfies Partial<Record<DecisionName, string>>;

export type ReplyStep = (typeof replySteps)[keyof typeof replySteps];
export type LibraryStep = (typeof librarySteps)[keyof typeof librarySteps];
