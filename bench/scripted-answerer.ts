import type { DecisionName } from '../domain/models/decisions.ts';
import { parseIndex } from '../domain/documents/index-file.ts';
import { parseSections } from '../domain/models/prompt-sections.ts';
import { startScriptedProvider, type ScriptedProvider } from './scripted-provider.ts';

/** A message of each kind, which the scripted model knows by its words. */
export const questions = {
  answered: 'How do I set the log level of the server?',
  skipped: 'How are you all doing today?',
  unanswerable: 'How do I bake bread with the server?',
} as const;

export type QuestionKind = keyof typeof questions;

/** A provider that chooses the first three sources and answers with one sentence, unless the question is of another kind. */
export const startScriptedAnswerer = (
  options: Pick<Parameters<typeof startScriptedProvider>[0], 'milliseconds' | 'countPrompt'>,
): Promise<ScriptedProvider> => startScriptedProvider({ ...options, answer });

function answer(decision: DecisionName, user: string): object {
  const sections = parseSections(user);
  const text = (name: string) => sections.find((section) => section.name === name)?.text ?? '';
  const isAbout = (kind: QuestionKind) => text('question').includes(questions[kind]);
  if (decision === 'LLMGateDecision') {
    const is_question = !isAbout('skipped');
    const gate = { rewrite_query: null, reason: 'asks', topic: null, subject_changed: true };
    return { is_question, is_answerable: is_question, ...gate };
  }
  if (decision === 'LLMSelectionResult') {
    const ids = parseIndex(text('index')).map(({ sourceId }) => sourceId);
    return { selected_source_ids: ids.slice(0, 3) };
  }
  if (decision === 'LLMGenerationResult') {
    const source_id = sections.find(({ name }) => name === 'source')?.id ?? '';
    const found = { answer: 'Set the level with the option.', citations: [{ source_id, qa_ids: [] }] };
    const none = { answer: null, citations: [] };
    const rest = { answer_type: 'answer', confidence: 9, tool_calls: [] };
    return { ...(isAbout('unanswerable') ? none : found), ...rest };
  }
  if (decision === 'LLMVerificationResult') return { is_good_enough: true, issues: [], suggested_fix: null };
  if (decision === 'PersonalDataResult') return { excerpts: [] };
  return { text: 'A page of the documentation.' };
}
