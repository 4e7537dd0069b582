import type { Decision } from '../../../domain/models/decisions.ts';
import type { ToolCallRecord } from '../../../domain/reply/interaction.ts';
import type { LoadedSource } from '../../../domain/ports/sources.ts';
import type { Section } from '../../../domain/models/prompt-sections.ts';
import { checkUrl } from './check-url.ts';
import { readSource } from './read-source.ts';
import { searchKnowledge } from './search-knowledge.ts';
import type { ToolRequest, ToolResult } from './tool.ts';

/** What a model may look up at once. */
const maxCallsPerStep = 4;

const tools = {
  search: searchKnowledge,
  read: readSource,
  check_url: checkUrl,
} as const satisfies Readonly<Record<ToolCallRecord['tool'], (request: ToolRequest) => Promise<ToolResult>>>;

/** Makes the calls that a model asks for, one after the other. A call that fails tells the model so and stops nothing. */
export async function useTools({
  calls,
  ...request
}: Omit<ToolRequest, 'input'> & {
  readonly calls: Decision<'LLMGenerationResult'>['tool_calls'];
}): Promise<{ readonly sources: readonly LoadedSource[]; readonly sections: readonly Section[] }> {
  const sources: LoadedSource[] = [];
  const sections: Section[] = [];
  for (const { tool, input } of calls.slice(0, maxCallsPerStep)) {
    const started = performance.now();
    const loaded = [...request.sources, ...sources];
    const { result, text, source } = await tools[tool]({ ...request, input, sources: loaded }).catch(failed);
    request.run.signal.throwIfAborted();
    request.run.recordTool({ tool, result, milliseconds: Math.round(performance.now() - started) });
    sections.push({ name: 'tool', id: tool, text: `${input.trim()}\n\n${text}` });
    if (source) sources.push(source);
  }
  return { sources, sections };
}

const failed = (): ToolResult => ({ result: 'failed', text: 'It failed.' });
