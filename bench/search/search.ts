import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printResult, quantile, round, type BenchOptions } from '../bench-results.ts';
import { faqCorpora, isFaqPage, linkedQuestions, type LinkedQuestion } from '../corpora/linked-questions.ts';
import { markdownPages, type MarkdownPage } from '../corpora/markdown-pages.ts';
import { openCachedEmbeddings } from '../corpora/cached-embeddings.ts';
import { openSearchKnowledge, plainSearch } from './search-knowledge.ts';
import { hitRates, rankOf, row } from './search-measure.ts';
import { searchWays } from './search-ways.ts';

/** Everything is tuned on the FAQs of Python and Git; only these two are reported. */
const reported: readonly string[] = ['sqlite', 'django'];

const depth = 50;

/**
 * Full-text search over the documentation of four projects, with the questions of their FAQs. With `full` also by
 * vectors, alone and fused with words, after every section has its vector.
 */
export async function run({ json, full, show }: BenchOptions): Promise<void> {
  const pages = (await Promise.all(faqCorpora.map(markdownPages))).flat();
  const questions = (await Promise.all(faqCorpora.map(linkedQuestions))).flat();
  const withoutFaqs = pages.filter(({ path }) => !isFaqPage(path));
  const folder = await mkdtemp(join(tmpdir(), 'steward-search-bench-'));
  const knowledge = await openSearchKnowledge(folder);
  try {
    await knowledge.publish(withoutFaqs);
    await knowledge.search('warm up', 1);
    const plain = plainSearch(withoutFaqs);
    const times: number[] = [];
    const ranks: { question: LinkedQuestion; ours: number; plain: number }[] = [];
    for (const question of questions.filter(({ linked }) => linked.length > 0)) {
      const started = performance.now();
      const found = await knowledge.search(question.question, depth);
      times.push(performance.now() - started);
      const rank = (ranking: readonly string[]) => rankOf(ranking, question.linked);
      ranks.push({ question, ours: rank(found), plain: rank(plain(question.question)) });
    }
    const rates = (isReported: boolean) => {
      const of = ranks.filter(({ question }) => reported.includes(question.corpus) === isReported);
      const take = (key: 'ours' | 'plain') => hitRates(of.map((rank) => rank[key]));
      return { asked: of.length, ours: take('ours'), plain: take('plain') };
    };
    const tables = { 'sqlite and django': rates(true), 'python and git': rates(false) };
    const lines = Object.entries(tables).flatMap(([name, { asked, ours, plain }]) => [
      row(`${name}: ${asked} questions`, ours),
      row('  plain FTS5', plain),
    ]);
    const p95_ms = round(quantile(times, 0.95), 1);
    process.stdout.write(
      `${''.padEnd(48)}  hit@1   hit@5  hit@10  hit@50\n${lines.join('')}` +
        `milliseconds a search among ${pages.length} pages, 95th percentile: ${p95_ms}\n`,
    );
    if (show) {
      for (const { question, ours, plain } of ranks.filter(({ ours }) => ours >= 10))
        process.stdout.write(`${question.corpus} ${ours} (${plain}) ${question.question}\n`);
    }
    const withVectors = full ? await measureVectors(pages, questions) : unmeasured;
    const { ours: hard, plain: baseline } = tables['sqlite and django'];
    if (json) printResult('search', { hard, baseline, p95_ms, ...withVectors });
  } finally {
    await knowledge.storage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const unmeasured = { lexical: null, embeddings: null, fused: null };

/** Words, vectors and both fused. */
async function measureVectors(pages: readonly MarkdownPage[], questions: readonly LinkedQuestion[]) {
  process.stderr.write('Embedding every section: at most half an hour the first time\n');
  const embeddings = await openCachedEmbeddings();
  try {
    const measured = await searchWays(pages, questions, embeddings);
    process.stdout.write(`milliseconds a fused search, 95th percentile: ${measured.fused.p95_ms}
`);
    return measured;
  } finally {
    embeddings.close();
  }
}
