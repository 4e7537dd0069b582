import { selectionPrompt } from '../../config/prompts/reply-prompts.ts';
import { configSchema } from '../../config/schema.ts';
import { composeSystem } from '../../domain/models/compose-prompt.ts';
import { formatSections } from '../../domain/models/prompt-sections.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import type { LinkedQuestion } from '../corpora/linked-questions.ts';
import type { MarkdownPage } from '../corpora/markdown-pages.ts';
import type { SearchKnowledge } from './search-knowledge.ts';

const { max_index_tokens: maxIndexTokens } = configSchema.parse({}).ai_response;

const sizes = [4_000, 1_000, 100, 10] as const;

/** The tokens of a selection's prompt at several sizes of the knowledge base: the mean over the questions. */
export async function selectionTokens(
  knowledge: SearchKnowledge,
  pages: readonly MarkdownPage[],
  questions: readonly LinkedQuestion[],
): Promise<Readonly<Record<string, number>>> {
  // Spread over all pages. There are fewer than 4,000, so some occur twice.
  const twice = [...pages, ...pages.map(({ path, text }) => ({ path: `copy/${path}`, text }))];
  const counts: Record<string, number> = {};
  for (const size of sizes) {
    const from = size > pages.length ? twice : pages;
    await knowledge.publish(from.filter((_, at) => (at * size) % from.length < size).slice(0, size));
    const tokens: number[] = [];
    for (const { question } of questions) {
      const request = { query: question, generation: 1, maxTokens: maxIndexTokens };
      const { text: index } = await knowledge.storage.sources.shortlist(request);
      const user = formatSections(
        [
          { name: 'conversation', id: null, text: '' },
          { name: 'question', id: null, text: question },
          { name: 'index', id: null, text: index },
        ],
        '0123456789ab',
      );
      tokens.push(countTokens(composeSystem({ task: selectionPrompt, about: '' }) + user));
    }
    counts[String(size)] = Math.round(tokens.reduce((sum, count) => sum + count, 0) / tokens.length);
  }
  return counts;
}
