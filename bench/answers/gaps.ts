import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparedQuestion, gapSections, type NamedGap } from '../../activities/operations/gap-sections.ts';
import { createGithubIssues } from '../../adapters/issues/github-issues.ts';
import { draftOf, entriesAbout, quoteOf } from '../../domain/operations/gap-draft.ts';
import { gapOf } from '../../domain/operations/gaps.ts';
import type { Embeddings } from '../../domain/ports/model.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { answerGap } from '../../extractive-model/file-gap.ts';
import { documentation } from './documentations.ts';
import { printResult, round, type BenchOptions } from '../bench-results.ts';
import { openCachedEmbeddings } from '../corpora/cached-embeddings.ts';
import { faqsWithTopics, faqTopics, type TopicQuestion } from '../corpora/faq-topics.ts';
import { kindsRight } from './gap-kinds.ts';
import { isFaqPage } from '../corpora/linked-questions.ts';
import { qualitySets, readJsonLines } from '../quality/quality-measure.ts';
import { startGithub } from '../../test/support/pages/test-github.ts';
import { openSearchKnowledge, type SearchKnowledge } from '../search/search-knowledge.ts';

interface Filed extends TopicQuestion {
  readonly gap: string;
}

/** The extractive model's numbers were chosen on these. */
const fixedOn: ReadonlySet<TopicQuestion['of']> = new Set(['python', 'perl']);

/**
 * Whether questions that belong together are filed under one gap. The questions are from five FAQs, whose authors put
 * them into sections; the documentation lacks its FAQs. The production code files one after the other; each FAQ is a
 * community of its own.
 */
export async function run({ json, show }: BenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-gaps-'));
  const knowledge = await openSearchKnowledge(folder);
  const embeddings = await openCachedEmbeddings();
  const filed: Filed[] = [];
  try {
    await knowledge.publish(await pagesWithoutFaqs());
    for (const name of faqsWithTopics)
      filed.push(...(await file(knowledge, await faqTopics(name), embeddings)));
  } finally {
    embeddings.close();
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
  const kinds = await kindsRight([
    ['django', 'emacs'],
    ['git', 'python'],
    ['sqlite', 'perl'],
    ['fastify', 'fetchmail'],
  ]);
  process.stdout.write(`\nkinds right, of documentations that nothing was fixed on: ${kinds}\n`);
  const drafts = await draftAll();
  process.stdout.write(
    `\ndrafts: ${drafts.drafts}, with a name: ${drafts.named}; issues opened twice, each with a lost answer: ${drafts.doubles}\n`,
  );
  if (json)
    printResult('gaps', {
      questions: filed.length,
      topics,
      pairwise_f1: f1(filed, ({ gap }) => gap),
      pairwise_f1_left_out: f1(leftOut, ({ gap }) => gap),
      one_for_all: f1(filed, () => ''),
      one_for_each: f1(filed, ({ question }) => question),
      kind_right: kinds,
      names_in_drafts: drafts.named,
      outlet_doubles: drafts.doubles,
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
  embeddings: Embeddings,
): Promise<readonly Filed[]> {
  const gaps = new Map<string, NamedGap>();
  const filed: Filed[] = [];
  for (const asked of shuffled(questions)) {
    const { question } = asked;
    const hits = await storage.sources.search({ query: question, generation: 1, limit: 20 });
    const [vector = null] = await embeddings.embed([question]);
    const compared = comparedQuestion(question, hits, vector);
    const { gap_name: name } = answerGap(gapSections({ question: compared, hits, gaps: [...gaps.values()] }));
    gaps.set(name, { name, questions: [...(gaps.get(name)?.questions ?? []), compared].slice(-5) });
    filed.push({ ...asked, gap: name });
  }
  return filed;
}

/** Members do not ask section by section. The order is the same in each run. */
const shuffled = <Item>(items: readonly Item[]): readonly Item[] =>
  items
    .map((item, at) => ({ item, key: ((at * 7919) % 104_729) % 1009 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Over all pairs of questions of one FAQ: whether they share a section, and whether they share a gap. */
function f1(filed: readonly Filed[], gapOf: (one: Filed) => string): number {
  const pairs = filed.flatMap((a, at) =>
    filed.slice(at + 1).flatMap((b) => (a.of === b.of ? [[a, b] as const] : [])),
  );
  const same = pairs.filter(([a, b]) => a.topic === b.topic);
  const joined = pairs.filter(([a, b]) => gapOf(a) === gapOf(b));
  const right = same.filter(([a, b]) => gapOf(a) === gapOf(b)).length;
  return round((2 * right) / (same.length + joined.length), 3);
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

/** Names as on Discord: with punctuation, in other scripts, equal to common words, and short. */
const people = [
  'Anna Lund',
  "Zoë O'Brien-Smith",
  'xX_dark.Lord_Xx',
  '张伟',
  'Will Power',
  'Łukasz',
  'Åse',
  'MÜLLER',
  'Jo',
  '山田 太郎',
];

/**
 * Drafts each answer of the benches' teams with names planted in it, and opens it as an issue whose first response is
 * lost.
 */
async function draftAll() {
  const github = await startGithub();
  const issues = createGithubIssues({ apiUrl: github.apiUrl, repository: 'acme/docs', token: 'token' });
  const triples = [
    ...(await readJsonLines<Triple>(qualitySets.undici.triples)),
    ...(await readJsonLines<Triple>(qualitySets.fastify.triples)),
  ];
  let named = 0;
  try {
    for (const [at, triple] of triples.entries()) {
      const { title, text } = draftWithNames(triple, at);
      if (people.some((name) => isNamed(`${title} ${text}`, name))) named += 1;
      github.loseNextAnswer();
      const open = () => issues.open({ mark: `steward gap ${at}`, title, text });
      await open().catch(open);
    }
    return { drafts: triples.length, named, doubles: github.issues.length - triples.length };
  } finally {
    github.close();
  }
}

interface Triple {
  readonly asked: string;
  readonly answer: string;
}

/** Whether a text contains a part of a name. "It will work" does not name Will. */
function isNamed(text: string, name: string): boolean {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1);
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.some((part) =>
    words.some((word) => word.toLowerCase() === part.toLowerCase() && (part !== 'Will' || word !== 'will')),
  );
}

function draftWithNames({ asked, answer }: Triple, at: number) {
  const name = people[at % people.length] ?? '';
  const other = people[(at + 1) % people.length] ?? '';
  const gap = gapOf({
    id: String(at),
    name: `${name.toLowerCase()}-question`,
    resolution: null,
    resolvedAt: null,
    nearest: [],
    questions: [
      {
        messageId: '1',
        question: `I am ${name}. ${asked}`,
        createdAt: '',
        reason: 'not_covered',
        authorId: 'anna',
        channelId: 'help',
        link: null,
        kind: 'uncovered',
        lastAskedAt: '',
        answeredBy: null,
      },
    ],
  });
  const entry: RawEntry = {
    qaId: 'qa_20260202_000000',
    timestamp: '2026-02-02T00:00:00Z',
    conversationId: '',
    messageIds: ['1'],
    turns: [
      { label: 'User', text: asked },
      {
        label: 'Team',
        text: `Hi ${name.toUpperCase()}, <@123456789> @${other} ${answer} Thanks to ${other}!`,
      },
    ],
  };
  const quotes = entriesAbout(gap, [entry]).map((one) => quoteOf(one, { names: people, link: null }));
  return draftOf(gap, { quotes, names: people });
}
