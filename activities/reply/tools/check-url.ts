import { knownLinks, linksIn } from '../../../domain/posting/answer-links.ts';
import type { ToolRequest, ToolResult } from './tool.ts';

const timeoutSeconds = 10;

/**
 * Whether an address answers. Only one that a loaded source holds: an address that a model makes up could carry what a
 * member wrote to a stranger.
 */
export async function checkUrl({ input, run, sources }: ToolRequest): Promise<ToolResult> {
  const url = input.trim();
  const isHeld = knownLinks(sources.flatMap((source) => [source.url ?? '', ...linksIn(source.text)]));
  if (url === '' || !isHeld(url)) return { result: 'refused', text: 'No loaded source holds this address.' };
  const { ok, status } = await run.pages.check({ url, timeoutSeconds, signal: run.signal });
  if (ok) return { result: 'found', text: 'The address leads to a page.' };
  return { result: 'nothing', text: `The address leads to no page${status === null ? '' : ` (${status})`}.` };
}
