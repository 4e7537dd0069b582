import type { ToolRequest, ToolResult } from './tool.ts';

const maxHits = 8;
const maxQueryChars = 400;

/** Full-text search over the knowledge base; what it finds is to be read with `read`. */
export async function searchKnowledge({ input, run }: ToolRequest): Promise<ToolResult> {
  const query = input.slice(0, maxQueryChars).trim();
  if (query === '') return { result: 'refused', text: 'There is nothing to search for.' };
  const hits = await run.sources.search({ query, generation: run.generation, limit: maxHits });
  if (hits.length === 0) return { result: 'nothing', text: 'Nothing was found.' };
  const lines = hits.map(({ sourceId, title, headings, snippet }) =>
    [sourceId, [title, ...headings].join(' > '), snippet].join('\n'),
  );
  return { result: 'found', text: lines.join('\n\n') };
}
