import { alikeQuestions } from '../../domain/operations/alike-questions.ts';
import type { Embeddings } from '../../domain/ports/model.ts';
import type { QuestionVector } from '../../domain/reply/reply-record.ts';
import { report, round, type BenchOptions } from '../bench-results.ts';
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
export async function run(options: BenchOptions): Promise<void> {
  await using embeddings = await openCachedEmbeddings();
  const grouped: Grouped[] = [];
  for (const name of faqsWithTopics) grouped.push(...(await group(await faqTopics(name), embeddings)));
  const by_faq = faqsWithTopics.map((name) => [name, figures(grouped.filter(({ of }) => of === name))]);
  const leftOut = grouped.filter(({ of }) => !fixedOn.has(of));
  const result = {
    ...figures(grouped),
    pairwise_f1_left_out: figures(leftOut).pairwise_f1,
    by_faq: Object.fromEntries(by_faq),
  };
  report('gaps', result, options);
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

/** F1 is over all pairs of questions of one FAQ: whether they share a section, and whether they share a gap. */
function figures(grouped: readonly Grouped[]) {
  const pairs = grouped.flatMap((a, at) =>
    grouped.slice(at + 1).flatMap((b) => (a.of === b.of ? [[a, b] as const] : [])),
  );
  const same = pairs.filter(([a, b]) => a.topic === b.topic);
  const joined = pairs.filter(([a, b]) => a.gap === b.gap);
  const right = same.filter(([a, b]) => a.gap === b.gap).length;
  return {
    questions: grouped.length,
    topics: new Set(grouped.map(({ of, topic }) => `${of} ${topic}`)).size,
    gaps: new Set(grouped.map(({ of, gap }) => `${of} ${gap}`)).size,
    pairwise_f1: round((2 * right) / (same.length + joined.length), 3),
  };
}
