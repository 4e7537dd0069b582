import { failedWith } from '../../../domain/ports/errors.ts';
import { askedQuestion } from '../decide.ts';
import type { ToolRequest, ToolResult } from './tool.ts';

/** Loads one more source, by an id that stands in the index; any other is refused. */
export async function readSource({ input, run, state, sources }: ToolRequest): Promise<ToolResult> {
  const sourceId = input.trim();
  if (sources.some((source) => source.sourceId === sourceId)) {
    return { result: 'found', text: 'It stands above already.' };
  }
  const maxTokens = Math.floor(run.settings.maxSourceTokens / run.settings.maxSources);
  try {
    const part = { query: askedQuestion(state), maxTokens };
    const source = await run.sources.load(sourceId, run.generation, part);
    return { result: 'found', text: 'It is among the sources now.', source };
  } catch (error) {
    if (failedWith(error, 'source_unknown')) {
      return { result: 'refused', text: 'There is no source with this id.' };
    }
    throw error;
  }
}
