import type { ToolCallRecord } from '../../../domain/reply/reply-record.ts';
import type { LoadedSource, SearchHit } from '../../../domain/ports/sources.ts';
import type { RunContext } from './run-context.ts';
import type { ReplyStateValue } from './state.ts';
import type { Decision } from '../../../domain/models/decisions.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import { failedWith } from '../../../domain/ports/errors.ts';
import { bestExcerpts, excerptHolding, type Excerpt } from '../../../domain/documents/excerpts.ts';
import { meantId } from '../../../domain/documents/index-file.ts';
import { searchedText, tokensOf } from './ask-model.ts';
import { loadEach, sourceSections } from './load-sources.ts';
import { sourceLinks } from '../../../domain/posting/source-words.ts';

export type ShownSource = LoadedSource & Excerpt;

export interface AnswerParts {
  readonly run: RunContext;
  readonly state: ReplyStateValue;
  /** What the model has seen of sources so far. A source may be there more than once, with other parts. */
  readonly sources: readonly ShownSource[];
}

interface ToolRequest extends AnswerParts {
  readonly input: string;
  /** What the model has room for. */
  readonly maxTokens: number;
}

interface ToolResult {
  readonly result: ToolCallRecord['result'];
  /** The result as the model reads it. */
  readonly text: string;
  readonly sources?: readonly ShownSource[];
  /** What a search found beside them. */
  readonly hits?: readonly Hit[];
}

/** A source of which the model has seen a snippet. */
export type Hit = Pick<SearchHit, 'sourceId' | 'headings' | 'snippet'>;

/** Further calls of one step are ignored. */
const maxCallsPerStep = 4;

const tools = {
  search: searchKnowledge,
  read: readSource,
  check_url: checkUrl,
} as const satisfies Readonly<Record<ToolCallRecord['tool'], (request: ToolRequest) => Promise<ToolResult>>>;

/** Less room than this is of no use to a tool. */
export const fewestToolTokens = 200;

/**
 * Makes the calls that a model asks for, one after the other, as far as their results have room. The model is told if one fails. What
 * is read follows its result.
 */
export async function useTools({
  calls,
  maxTokens,
  ...request
}: Omit<ToolRequest, 'input'> & {
  readonly calls: Decision<'LLMGenerationResult'>['tool_calls'];
}): Promise<{
  readonly sources: readonly ShownSource[];
  readonly sections: readonly PromptSection[];
  readonly hits: readonly Hit[];
}> {
  const sources: ShownSource[] = [];
  const hits: Hit[] = [];
  const sections: PromptSection[] = [];
  for (const { tool, input } of calls.slice(0, maxCallsPerStep)) {
    const started = performance.now();
    const freeTokens = maxTokens - tokensOf(request.run, sections);
    if (freeTokens < fewestToolTokens) break;
    const call = {
      ...request,
      input,
      sources: [...request.sources, ...sources],
      maxTokens: freeTokens - tokensOfCall,
    };
    const { result, text, sources: read = [], hits: found = [] } = await tools[tool](call).catch(failed);
    request.run.signal.throwIfAborted();
    request.run.recordTool({ tool, result, milliseconds: Math.round(performance.now() - started) });
    sections.push({ name: 'tool', id: tool, text: `${input.trim().slice(0, maxQueryChars)}\n\n${text}` });
    sections.push(...sourceSections(read, request.state));
    sources.push(...read);
    hits.push(...found);
  }
  return { sources, sections, hits };
}

const failed = (): ToolResult => ({ result: 'failed', text: 'It failed.' });

/** A call as it is repeated above its result, and the frames of both. */
const tokensOfCall = 150;

const maxHits = 8;
const maxQueryChars = 400;

/** The first hits are read at once, as far as two or three sections go, so that they can be cited. */
const hitsRead = 3;
const tokensOfHit = 450;

/** Searches the knowledge base. The model reads more of what it finds with `read`. */
async function searchKnowledge(request: ToolRequest): Promise<ToolResult> {
  const { input, run, state, sources: shown, maxTokens } = request;
  const query = input.slice(0, maxQueryChars).trim();
  if (query === '') return { result: 'refused', text: 'There is nothing to search for.' };
  const hits = await run.sources.search({ query, generation: run.generation, limit: maxHits });
  if (hits.length === 0) return { result: 'nothing', text: 'Nothing was found.' };
  const isWhole = (id: string) => shown.some(({ sourceId, parts }) => sourceId === id && parts === null);
  const { countTokens } = run;
  const room = { query, shown, maxTokens: Math.min(tokensOfHit, maxTokens / (2 * hitsRead)), countTokens };
  const read = hits.slice(0, hitsRead).filter(({ sourceId }) => !isWhole(sourceId));
  const loaded = await loadEach(
    run,
    read.map(({ sourceId }) => sourceId),
  );
  const sources = loaded.flatMap((whole, at) =>
    whole ? bestExcerpts([whole], { ...room, found: read[at]?.headings ?? null }) : [],
  );
  const isRead = (id: string) => isWhole(id) || sources.some(({ sourceId }) => sourceId === id);
  const lines = hits.map(({ sourceId, title, headings, snippet }) => {
    const place = [...new Set([title, ...headings])].join(' > ');
    return [sourceId, place, isRead(sourceId) ? 'It is among the sources.' : snippet].join('\n');
  });
  let freeTokens = maxTokens - tokensOf(run, sourceSections(sources, state));
  const fitting = lines.filter((line) => (freeTokens -= countTokens(line) + 1) >= 0);
  const others = hits.filter(({ sourceId }, at) => at < fitting.length && !isRead(sourceId));
  if (fitting.length < lines.length) fitting.push('What else was found does not fit here.');
  return { result: 'found', text: fitting.join('\n\n'), sources, hits: others };
}

/** The parts that hold the snippets of the sources that an answer cites or names, by default of all, for whoever judges it. */
export async function citedHits(
  { answer, citations }: Pick<Decision<'LLMGenerationResult'>, 'answer' | 'citations'>,
  { run, sources, hits }: Pick<AnswerParts, 'run' | 'sources'> & { readonly hits: readonly Hit[] },
): Promise<readonly ShownSource[]> {
  const seen = new Set([...sources, ...hits].map(({ sourceId }) => sourceId));
  const named = [...seen].filter((id) => answer?.includes(id));
  const cited = new Set([...named, ...citations.flatMap(({ source_id: id }) => meantId(id, seen) ?? [])]);
  const own = hits.filter(({ sourceId }) => cited.size === 0 || cited.has(sourceId));
  const ids = own.map(({ sourceId }) => sourceId);
  return (await loadEach(run, ids)).flatMap((whole, at) =>
    whole && own[at] ? excerptHolding(whole, own[at]) : [],
  );
}

/** The most tokens that one reading adds. */
const maxReadTokens = 4_000;

/** Reads a source by its id, or more of one that is loaded: what fits the words behind the id best. An unknown id is refused. */
async function readSource({ input, run, state, sources, maxTokens: left }: ToolRequest): Promise<ToolResult> {
  const [id = '', ...words] = input.trim().split('\n');
  const sourceId = id.trim();
  const shown = sources.filter((source) => source.sourceId === sourceId);
  if (shown.some(({ parts }) => parts === null)) {
    return { result: 'found', text: 'All of it stands above already.' };
  }
  const maxTokens = Math.min(maxReadTokens, run.config.ai_response.token_budgets.sources, left);
  const query = words.join(' ').slice(0, maxQueryChars) || searchedText(state);
  try {
    const whole = await run.sources.load(sourceId, run.generation);
    const [source] = bestExcerpts([whole], { query, shown, maxTokens, countTokens: run.countTokens });
    if (!source) return { result: 'nothing', text: 'Nothing more of it fits here.' };
    return { result: 'found', text: 'It is among the sources now.', sources: [source] };
  } catch (error) {
    if (failedWith(error, 'source_unknown')) {
      return { result: 'refused', text: 'There is no source with this id.' };
    }
    throw error;
  }
}

/** For one link, with all its redirects. */
export const linkTimeoutSeconds = 10;

/**
 * Whether an address answers. Only addresses of loaded documents and of the team are allowed: an address that a model makes up could
 * carry a member's words to a stranger.
 */
async function checkUrl({ input, run, sources }: ToolRequest): Promise<ToolResult> {
  const url = input.trim();
  if (url === '' || !sourceLinks(sources)(url))
    return { result: 'refused', text: 'No loaded source holds this address.' };
  const { ok, status } = await run.pages.check({
    url,
    timeoutSeconds: linkTimeoutSeconds,
    signal: run.signal,
  });
  if (ok) return { result: 'found', text: 'The address leads to a page.' };
  return {
    result: 'nothing',
    text:
      status === null
        ? 'The address cannot be reached from here.'
        : `The address leads to no page (${status}).`,
  };
}
