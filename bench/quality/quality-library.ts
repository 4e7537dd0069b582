import pLimit from 'p-limit';
import { configSchema } from '../../config/schema.ts';
import { bestExcerpts } from '../../domain/documents/excerpts.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import type { Embeddings, Model } from '../../domain/ports/model.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import type { MarkdownPage } from '../corpora/markdown-pages.ts';
import { decideWith } from './extractive-model.ts';
import { replyOf, type Reply } from './quality-knowledge.ts';
import { openSearchKnowledge } from '../search/search-knowledge.ts';

/** Any number of pages in a Steward's store, and the core of a reply from them. */
export interface QualityLibrary extends AsyncDisposable {
  /** Has the model describe new pages, and publishes an index of exactly these pages. */
  publish(pages: readonly MarkdownPage[]): Promise<void>;
  /** Runs the gate, the selection from a search's results, and the generation from the loaded parts. */
  ask(question: string): Promise<Reply>;
  /** The sources that a search finds, best first. */
  nearest(question: string, limit: number): Promise<readonly string[]>;
}

const { max_sources, max_index_tokens, token_budgets } = configSchema.parse({}).ai_response;

const describedAtOnce = 4;

/** The id that a page of a corpus has as a source. */
export const sourceIdOf = (path: string): string => `kb:${path.slice(0, -'.html'.length)}.md`;

export async function openLibrary(
  model: Model,
  embeddings: Embeddings | null = null,
): Promise<QualityLibrary> {
  const knowledge = await openSearchKnowledge(embeddings);
  const { storage } = knowledge;
  const decide = decideWith(model);
  const described = new Map<string, string>();
  const limit = pLimit(describedAtOnce);

  const describe = async ({ path, text }: MarkdownPage): Promise<void> => {
    if (described.has(path)) return;
    const document: PromptSection = { name: 'document', id: sourceIdOf(path), text };
    described.set(path, (await decide('LLMTextResult', [document])).text);
  };

  const load = async (ids: readonly string[], query: string): Promise<readonly PromptSection[]> => {
    const sources = await Promise.all(ids.map((id) => storage.sources.load(id, 1)));
    const shown = bestExcerpts(sources, { query, maxTokens: token_budgets.sources, countTokens });
    const origin = { from: 'documentation', by: 'search' } as const;
    return shown.map(({ sourceId: id, text }) => ({ name: 'source', id, text, ...origin }));
  };

  return {
    [Symbol.asyncDispose]: knowledge[Symbol.asyncDispose],
    nearest: async (query, limit) => {
      const hits = await storage.sources.search({ query, generation: 1, limit });
      return hits.map(({ sourceId }) => sourceId);
    },
    publish: async (pages) => {
      await Promise.all(pages.map((page) => limit(describe, page)));
      await knowledge.publish(pages, ({ path }) => described.get(path) ?? '');
      await knowledge.embedded();
    },
    ask: async (question) => {
      const asked: readonly PromptSection[] = [
        { name: 'conversation', id: null, text: '' },
        { name: 'question', id: null, text: question },
      ];
      const silent = { answer: null, citedIds: [], confidence: 0 };
      const { is_answerable: passes } = await decide('LLMGateDecision', asked);
      if (!passes) return { selected: [], ...silent };
      const request = { query: question, generation: 1, maxTokens: max_index_tokens };
      const { text: index } = await storage.sources.shortlist(request);
      const searched: PromptSection = { name: 'index', id: null, text: index, by: 'search' };
      const { selected_source_ids: ids } = await decide('LLMSelectionResult', [...asked, searched]);
      const selected = ids.slice(0, max_sources);
      if (selected.length === 0) return { selected, ...silent };
      const sources = await load(selected, question);
      return replyOf(selected, await decide('LLMGenerationResult', [...asked, ...sources]));
    },
  };
}
