import { millisecondsOf, report, type BenchOptions } from '../bench-results.ts';
import { faqCorpora, isFaqPage, linkedQuestions, type LinkedQuestion } from '../corpora/linked-questions.ts';
import { markdownPages, type MarkdownPage } from '../corpora/markdown-pages.ts';
import { openCachedEmbeddings } from '../corpora/cached-embeddings.ts';
import { openSearchKnowledge, plainSearch } from './search-knowledge.ts';
import { hitRates, p95, rankOf } from './search-measure.ts';
import { searchWays } from './search-ways.ts';

/** Everything is tuned on the FAQs of Python and Git; the figures are those of the other two. */
const reported: readonly string[] = ['sqlite', 'django'];

const depth = 50;

/**
 * Full-text search over the documentation of four projects, with the questions of their FAQs. With `full` also by
 * vectors, alone and fused with words, after every section has its vector.
 */
export async function run({ full, show, ...options }: BenchOptions): Promise<void> {
  const pages = (await Promise.all(faqCorpora.map(markdownPages))).flat();
  const questions = (await Promise.all(faqCorpora.map(linkedQuestions))).flat();
  const withoutFaqs = pages.filter(({ path }) => !isFaqPage(path));
  await using knowledge = await openSearchKnowledge();
  await knowledge.publish(withoutFaqs);
  await knowledge.search('warm up', 1);
  const plain = plainSearch(withoutFaqs);
  const times: number[] = [];
  const ranks: { question: LinkedQuestion; ours: number; plain: number }[] = [];
  for (const question of questions.filter(({ linked }) => linked.length > 0)) {
    let found: readonly string[] = [];
    times.push(
      await millisecondsOf(async () => void (found = await knowledge.search(question.question, depth))),
    );
    const rank = (ranking: readonly string[]) => rankOf(ranking, question.linked);
    ranks.push({ question, ours: rank(found), plain: rank(plain(question.question)) });
  }
  if (show)
    for (const { question, ours, plain } of ranks.filter(({ ours }) => ours >= 10))
      process.stdout.write(`${question.corpus} ${ours} (${plain}) ${question.question}\n`);
  const ratesOf = (key: 'ours' | 'plain', isReported: boolean) => {
    const of = ranks.filter(({ question }) => reported.includes(question.corpus) === isReported);
    return { questions: of.length, ...hitRates(of.map((rank) => rank[key])) };
  };
  const result = {
    hard: ratesOf('ours', true),
    // By the ranking of FTS5 itself.
    baseline: ratesOf('plain', true),
    tuned_on: ratesOf('ours', false),
    baseline_tuned_on: ratesOf('plain', false),
    pages: pages.length,
    p95_ms: p95(times),
    ...(full ? await measureVectors(pages, questions) : { lexical: null, embeddings: null, fused: null }),
  };
  report('search', result, options);
}

/** Words, vectors and both fused. */
async function measureVectors(pages: readonly MarkdownPage[], questions: readonly LinkedQuestion[]) {
  process.stderr.write('Embedding every section: at most half an hour the first time\n');
  await using embeddings = await openCachedEmbeddings();
  return await searchWays(pages, questions, embeddings);
}
