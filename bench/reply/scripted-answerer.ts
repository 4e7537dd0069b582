import { parseIndex } from '../../domain/documents/index-file.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';

/** A message of each kind, which the scripted model knows by its words. */
export const questions = {
  answered: 'How do I set the log level of the server?',
  skipped: 'How are you all doing today?',
  unanswerable: 'How do I bake bread with the server?',
} as const;

export type QuestionKind = keyof typeof questions;

/** Chooses the first three sources and answers with one sentence, unless the question is of another kind. */
export const answerer: Script = (call) => {
  const { decision, sections, text } = call;
  const isAbout = (kind: QuestionKind) => text('question').includes(questions[kind]);
  if (decision === 'LLMGateDecision') {
    const is_question = !isAbout('skipped');
    return { is_question, is_answerable: is_question, rewrite_query: null, reason: 'asks' };
  }
  if (decision === 'LLMSelectionResult') {
    const ids = parseIndex(text('index')).map(({ sourceId }) => sourceId);
    return { look_for: '', selected_source_ids: ids.slice(0, 3) };
  }
  if (decision === 'LLMGenerationResult') {
    const source_id = sections.find(({ name }) => name === 'source')?.id ?? '';
    const found = { answer: 'Set the level with the option.', citations: [{ source_id, qa_ids: [] }] };
    return isAbout('unanswerable') ? { answer: null, citations: [] } : found;
  }
  if (decision === 'LLMTextResult') return { text: 'A page of the documentation.' };
  return agreeable(call);
};
