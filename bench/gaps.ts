import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foundBy, gapSections, type NamedGap } from '../activities/operations/gap-sections.ts';
import { answerGap } from '../extractive-model/file-gap.ts';
import { documentation } from './answers/documentations.ts';
import type { BenchOptions } from './bench.ts';
import { printResult } from './bench-results.ts';
import { faqsWithTopics, faqTopics, type TopicQuestion } from './corpora/faq-topics.ts';
import { isFaqPage } from './corpora/linked-questions.ts';
import { openSearchKnowledge, type SearchKnowledge } from './search-knowledge.ts';

interface Filed extends TopicQuestion {
  readonly gap: string;
}

/** What the extractive model's numbers were fixed on. */
const fixedOn: ReadonlySet<TopicQuestion['of']> = new Set(['python', 'perl']);

/**
 * Whether questions that belong together are filed under one gap: those of five FAQs, whose authors put them into sections, over
 * the documentation without its FAQs, as the production code files them one after the other. Each FAQ is a community of its own.
 */
export async function run({ json, show }: BenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-gaps-'));
  const knowledge = await openSearchKnowledge(folder);
  const filed: Filed[] = [];
  try {
    await knowledge.publish(await pagesWithoutFaqs());
    for (const name of faqsWithTopics) filed.push(...(await file(knowledge, await faqTopics(name))));
  } finally {
    await knowledge.storage.close();
    await rm(folder, { recursive: true, force: true });
  }
  if (show)
    for (const { of, gap, topic, question } of filed)
      process.stdout.write(`${of} ${gap}: ${question} [${topic}]\n`);
  process.stdout.write('faq        questions  sections  gaps  F1 of pairs  one for all\n');
  for (const name of faqsWithTopics)
    print(
      name,
      filed.filter(({ of }) => of === name),
    );
  print(
    'left out',
    filed.filter(({ of }) => !fixedOn.has(of)),
  );
  print('all', filed);
  const topics = new Set(filed.map(({ of, topic }) => `${of} ${topic}`)).size;
  const leftOut = filed.filter(({ of }) => !fixedOn.has(of));
  if (json)
    printResult('gaps', {
      questions: filed.length,
      topics,
      pairwise_f1: f1(filed, ({ gap }) => gap),
      pairwise_f1_left_out: f1(leftOut, ({ gap }) => gap),
      one_for_all: f1(filed, () => ''),
      one_for_each: f1(filed, ({ question }) => question),
    });
}

async function pagesWithoutFaqs() {
  const pages = [];
  for (const name of ['python', 'django', 'git', 'perl'] as const)
    pages.push(...(await documentation(name, { pages: 3_000, questions: 0 })).pages);
  return pages.filter(({ path }) => !isFaqPage(path) && !path.startsWith('perl/perlfaq'));
}

async function file(
  { storage }: SearchKnowledge,
  questions: readonly TopicQuestion[],
): Promise<readonly Filed[]> {
  const gaps = new Map<string, NamedGap>();
  const filed: Filed[] = [];
  for (const asked of shuffled(questions)) {
    const { question } = asked;
    const hits = await storage.sources.search({ query: question, generation: 1, limit: 20 });
    const { gap_name: name } = answerGap(gapSections({ question, hits, gaps: [...gaps.values()] }));
    const known = gaps.get(name);
    gaps.set(name, {
      name,
      questions: [...(known?.questions ?? []), question].slice(-5),
      found: [...(known?.found ?? []), foundBy(hits)].slice(-5),
    });
    filed.push({ ...asked, gap: name });
  }
  return filed;
}

/** Members do not ask section by section. The same order in each run. */
const shuffled = <Item>(items: readonly Item[]): readonly Item[] =>
  items
    .map((item, at) => ({ item, key: ((at * 7919) % 104_729) % 1009 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Of all pairs of questions of one FAQ: those of one section against those in one gap. */
function f1(filed: readonly Filed[], gapOf: (one: Filed) => string): number {
  const pairs = filed.flatMap((a, at) =>
    filed.slice(at + 1).flatMap((b) => (a.of === b.of ? [[a, b] as const] : [])),
  );
  const same = pairs.filter(([a, b]) => a.topic === b.topic);
  const joined = pairs.filter(([a, b]) => gapOf(a) === gapOf(b));
  const right = same.filter(([a, b]) => gapOf(a) === gapOf(b)).length;
  return Math.round((2000 * right) / (same.length + joined.length)) / 1000;
}

function print(name: string, filed: readonly Filed[]): void {
  const count = (key: (one: Filed) => string) =>
    String(new Set(filed.map((one) => `${one.of} ${key(one)}`)).size);
  const cells = [
    name.padEnd(9),
    String(filed.length).padStart(9),
    count(({ topic }) => topic).padStart(8),
    count(({ gap }) => gap).padStart(4),
    String(f1(filed, ({ gap }) => gap)).padStart(11),
    String(f1(filed, () => '')).padStart(11),
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
}
