import type { FoundSource } from '../../adapters/storage/search/rank-sources.ts';
import { openSearchFile } from '../../adapters/storage/search/search-file.ts';
import { englishWords } from '../../domain/search/search-terms.ts';
import type { Embeddings } from '../../domain/ports/model.ts';
import { documentation, documentationNames } from '../answers/documentations.ts';
import { isFaqPage, type LinkedQuestion } from '../corpora/linked-questions.ts';
import type { MarkdownPage } from '../corpora/markdown-pages.ts';
import { openSearchKnowledge, pageOf } from './search-knowledge.ts';
import { hitRates, p95, rankOf } from './search-measure.ts';

/** A knowledge base, and questions with the paths of the pages that answer them. */
interface Asked {
  readonly pages: readonly MarkdownPage[];
  readonly questions: readonly { readonly question: string; readonly expected: readonly string[] }[];
}

const ways = ['lexical', 'embeddings', 'fused'] as const;

/** For one question, the rank of the first page that answers in each way, and the time of the fused search. */
type Found = Readonly<Record<(typeof ways)[number] | 'milliseconds', number>>;

const depth = 50;
const nearSections = 5 * depth;
/** The size of each documentation without the lines that ask. */
const reworded = { pages: 60, questions: 40 };

/**
 * How often a page that answers is found by words, by vectors and by both: without the FAQs, the pages that the answer to a
 * FAQ's question links to; and the pages of eight documentations without the line that asks.
 */
export async function searchWays(
  pages: readonly MarkdownPage[],
  asked: readonly LinkedQuestion[],
  embeddings: Embeddings,
) {
  const documentations: Asked[] = [];
  for (const name of documentationNames) {
    const { pages: own, questions } = await documentation(name, reworded);
    documentations.push({ pages: own, questions: questions.map((one) => ({ ...one, expected: one.pages })) });
  }
  const linked = linkedAlone(pages, asked);
  const found = {
    linked: await askEach([linked], embeddings),
    reworded: await askEach(documentations, embeddings),
  };
  const of = (way: (typeof ways)[number]) => ({
    linked: hitRates(found.linked.map((one) => one[way])),
    reworded: hitRates(found.reworded.map((one) => one[way])),
  });
  return {
    lexical: of('lexical'),
    embeddings: of('embeddings'),
    fused: { ...of('fused'), p95_ms: p95(found.linked.map(({ milliseconds }) => milliseconds)) },
  };
}

const linkedAlone = (pages: readonly MarkdownPage[], asked: readonly LinkedQuestion[]): Asked => ({
  pages: pages.filter(({ path }) => !isFaqPage(path)),
  questions: asked.flatMap((one) => (one.linked.length > 0 ? [{ ...one, expected: one.linked }] : [])),
});

/** Publishes the pages of each base, waits until every section has its vector, and asks. */
async function askEach(bases: readonly Asked[], embeddings: Embeddings): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (const { pages, questions } of bases) {
    await using knowledge = await openSearchKnowledge(embeddings);
    await knowledge.publish(pages);
    await knowledge.embedded();
    const { log, paths } = knowledge;
    const file = openSearchFile({ path: paths.searchDatabase, words: englishWords, embeddings, log });
    await knowledge.search('warm up', 1);
    for (const { question, expected } of questions) {
      const started = performance.now();
      const fused = await knowledge.search(question, depth);
      const milliseconds = performance.now() - started;
      const { words, near } = await file.use(async ({ ranking, vectors }) => {
        const sections = (await vectors?.nearest(question, nearSections)) ?? [];
        return { words: ranking.rank(question, depth), near: ranking.rankNear(sections, depth) };
      });
      const at = (found: readonly FoundSource[]) =>
        rankOf(
          found.map(({ sourceId }) => pageOf(sourceId)),
          expected,
        );
      all.push({ lexical: at(words), embeddings: at(near), fused: rankOf(fused, expected), milliseconds });
    }
    file.close();
  }
  return all;
}
