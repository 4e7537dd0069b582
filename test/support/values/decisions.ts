import type { Decision } from '../../../domain/models/decisions.ts';

/** Decisions of a plain model; a test overrides the fields that it is about. */

export const gateDecision = (
  over: Partial<Decision<'LLMGateDecision'>> = {},
): Decision<'LLMGateDecision'> => ({
  reason: 'asks',
  is_question: true,
  is_answerable: true,
  rewrite_query: null,
  search: null,
  topic: null,
  subject_changed: true,
  ...over,
});

/** Says that the questions agree in everything. */
export const recallDecision = (
  candidate: string | null,
  over: Partial<Decision<'RecallDecision'>> = {},
): Decision<'RecallDecision'> => ({
  candidate,
  numbers: true,
  dates_and_times: true,
  negation: true,
  entities: true,
  quantifiers: true,
  conditions: true,
  connectives: true,
  modifiers: true,
  ...over,
});

export const generation = (
  over: Partial<Decision<'LLMGenerationResult'>> = {},
): Decision<'LLMGenerationResult'> => ({
  missing: null,
  answer: 'Set the port.',
  citations: [{ source_id: 'kb:a.md', qa_ids: [] }],
  answer_type: 'answer',
  confidence: 8,
  tool_calls: [],
  ...over,
});
