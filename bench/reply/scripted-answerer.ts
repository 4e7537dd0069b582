import { parseIndex } from '../../domain/documents/index-file.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';

export const question = 'How do I set the log level of the server?';

/** Chooses the first three sources and answers with one sentence. */
export const answerer: Script = (call) => {
  const { decision, sections, text } = call;
  if (decision === 'LLMSelectionResult') {
    const ids = parseIndex(text('index')).map(({ sourceId }) => sourceId);
    return { look_for: '', selected_source_ids: ids.slice(0, 3) };
  }
  if (decision === 'LLMGenerationResult') {
    const source_id = sections.find(({ name }) => name === 'source')?.id ?? '';
    return { answer: 'Set the level with the option.', citations: [{ source_id, qa_ids: [] }] };
  }
  if (decision === 'LLMTextResult') return { text: 'A page of the documentation.' };
  return agreeable(call);
};
