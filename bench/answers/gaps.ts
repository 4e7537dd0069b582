import { alikeQuestions } from '../../domain/operations/alike-questions.ts';
import type { Embeddings } from '../../domain/ports/model.ts';
import type { QuestionVector } from '../../domain/reply/reply-record.ts';
import { printResult, round, type BenchOptions } from '../bench-results.ts';
import { openCachedEmbeddings } from '../corpora/cached-embeddings.ts';
import { faqsWithTopics, faqTopics, type TopicQuestion } from '../corpora/faq-topics.ts';

interface Grouped extends TopicQuestion {
  readonly gap: number;
}

/** The likeness from which questions are one gap was chosen on these. */
const fixedOn: ReadonlySet<TopicQuestion['of']> = new Set(['python', 'perl']);

/**
 * Whether questions that belong together are one gap. The questions are from five FAQs, whose authors put them into sections; each
 * FAQ is a community of its own.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const embeddings = await openCachedEmbeddings();
  const grouped: Grouped[] = [];
  try {
    for (const name of faqsWithTopics) grouped.push(...(await group(await faqTopics(name), embeddings)));
  } finally {
    embeddings.close();
  }
  process.stdout.write('faq        questions  sections  gaps  F1 of pairs\n');
  for (const name of faqsWithTopics)
    print(
      name,
      grouped.filter(({ of }) => of === name),
    );
  const leftOut = grouped.filter(({ of }) => !fixedOn.has(of));
  print('left out', leftOut);
  print('all', grouped);
  if (json)
    printResult('gaps', {
      questions: grouped.length,
      topics: new Set(grouped.map(({ of, topic }) => `${of} ${topic}`)).size,
      pairwise_f1: f1(grouped, ({ gap }) => gap),
      pairwise_f1_left_out: f1(leftOut, ({ gap }) => gap),
    });
}

const asked = (text: string, vector: QuestionVector) => {
  const place = { authorId: text, channelId: '', link: null };
  return { messageId: text, question: text, createdAt: '', reason: '', vector, ...place };
};

const vectorOf = (values: Iterable<number>): QuestionVector => ({
  model: 'local',
  values: Array.from(values, (value) => Math.round(value * 1_000)),
});

async function group(
  questions: readonly TopicQuestion[],
  embeddings: Embeddings,
): Promise<readonly Grouped[]> {
  const inOrder = shuffled(questions);
  const vectors = await embeddings.embed(inOrder.map(({ question }) => question));
  const compared = inOrder.map((one, at) => ({
    ...asked(one.question, vectorOf(vectors[at] ?? [])),
    of: one.of,
    topic: one.topic,
  }));
  return alikeQuestions(compared).flatMap((gap, at) =>
    gap.map(({ of, topic, question }) => ({ of, topic, question, gap: at })),
  );
}

/** Members do not ask section by section. The order is the same in each run. */
const shuffled = <Item>(items: readonly Item[]): readonly Item[] =>
  items
    .map((item, at) => ({ item, key: ((at * 7919) % 104_729) % 1009 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Over all pairs of questions of one FAQ: whether they share a section, and whether they share a gap. */
function f1(grouped: readonly Grouped[], gapOf: (one: Grouped) => number | string): number {
  const pairs = grouped.flatMap((a, at) =>
    grouped.slice(at + 1).flatMap((b) => (a.of === b.of ? [[a, b] as const] : [])),
  );
  const same = pairs.filter(([a, b]) => a.topic === b.topic);
  const joined = pairs.filter(([a, b]) => gapOf(a) === gapOf(b));
  const right = same.filter(([a, b]) => gapOf(a) === gapOf(b)).length;
  return round((2 * right) / (same.length + joined.length), 3);
}

function print(name: string, grouped: readonly Grouped[]): void {
  const gaps = new Set(grouped.map(({ of, gap }) => `${of} ${gap}`)).size;
  const sections = new Set(grouped.map(({ of, topic }) => `${of} ${topic}`)).size;
  const cells = [
    name.padEnd(9),
    String(grouped.length).padStart(9),
    String(sections).padStart(8),
    String(gaps).padStart(4),
    String(f1(grouped, ({ gap }) => gap)).padStart(11),
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
}
