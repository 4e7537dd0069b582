import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { newSource, type KnownSource } from '../../../domain/documents/known-sources.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { replyRecord } from '../values/messages.ts';
import { addPair } from './add-pair.ts';
import { entry, openIn, testFolder } from './test-store.ts';

/** A member's text with markup, quotes, and a character that turns the direction of what follows. */
export const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>\u202Egnp.exe`;

const call = {
  decision: 'LLMGenerationResult',
  model: 'gpt-5-mini',
  inputTokens: 2_100,
  outputTokens: 140,
  costUsd: 0.0021,
  milliseconds: 1_840,
};
const guide = {
  sourceId: 'kb:guide.md',
  title: 'Configuration guide',
  url: 'https://docs.example.com/guide',
  qaIds: [],
};

const askedWith = (text: string): readonly Partial<ReplyRecord>[] => [
  {
    question: 'How do I set the port of the server?',
    status: 'answered',
    answer: 'Set `port` in config.yaml. The default is 8080.',
    citations: [guide],
    sourceIds: [guide.sourceId, 'kb:faq.md'],
  },
  {
    question: 'Can two servers share one licence key?',
    status: 'unanswered',
    reason: 'not_covered',
    answer: null,
    nearest: [guide],
  },
  {
    question: text,
    status: 'answered',
    answer: text === hostile ? text : 'Keys end after 90 days.',
    citations: [{ ...guide, title: text === hostile ? text : guide.title, url: 'javascript:alert(3)' }],
    decisions: [{ decision: 'LLMGateDecision', value: { reason: text } }],
  },
  { question: 'Is there a dark theme?', status: 'held', answer: 'Yes, under Appearance.' },
  {
    question: text === hostile ? text : 'Where are the logs written on Windows?',
    status: 'failed',
    reason: 'model_timeout',
    answer: null,
  },
  {
    question: 'Does the backup contain the pictures, too?',
    status: 'answered',
    reason: 'recalled',
    answer: 'Yes: one file with everything.',
  },
];

/** A store with questions of eight weeks, pairs and votes, some with hostile texts. */
export async function seededStore({
  questions = 40,
  text = hostile,
}: {
  readonly questions?: number;
  /** A question of a member, which the team answers and another member complains about. */
  readonly text?: string;
} = {}) {
  const said = (sentence: string) => (text === hostile ? hostile : sentence);
  const clock = { now: new Date() };
  const storage = await openIn(testFolder(), { now: () => clock.now });
  const { records, library } = storage;
  await insertQuestions(storage, questions, askedWith(text));
  await records.vote({ messageId: '1000000', userId: '5', helpful: true, byTeam: false });
  const reason = said('It still says that the key is unknown.');
  await records.vote({ messageId: '1000002', userId: '5', helpful: false, byTeam: false, reason });
  for (const [second, question, answer] of [
    [1, 'Where do I put the licence key?', 'Into the variable APP_LICENCE, and restart the server.'],
    [2, text, said('Keys end after 90 days: make a new one under Settings.')],
  ] as const) {
    const learned = entry(second, {
      turns: [
        { label: 'User', text: question },
        { label: 'Team', text: answer },
      ],
    });
    await library.appendRaw(learned, new Date(learned.timestamp));
    await addPair(library, learned, { slug: second === 1 ? 'licence-keys' : 'other' });
  }
  await storage.knownSources.save(
    seededSources(said('Every setting of config.yaml, with its default.')),
    'run',
  );
  return { ...storage, clock };
}

async function insertQuestions(
  { records }: Storage,
  questions: number,
  asked: readonly Partial<ReplyRecord>[],
): Promise<void> {
  const insert = (at: number) => {
    const createdAt = new Date(Date.now() - at * (50 / questions) * 86_400_000).toISOString();
    const record = replyRecord(`${1_000_000 + at}`, {
      guildId: '1',
      channelId: at % 3 === 0 ? '200' : '201',
      createdAt,
      modelCalls: [call],
      nodeTimes: [{ node: 'generate', milliseconds: 1_500 + (at % 7) * 300 }],
      confidence: 9,
      ...asked[at % asked.length],
    });
    return records.insertReplyRecord(record);
  };
  for (let from = 0; from < questions; from += 500)
    await Promise.all(Array.from({ length: Math.min(500, questions - from) }, (_, at) => insert(from + at)));
}

/** One in the index, one that is not described yet, and one that fails. */
function seededSources(text: string): readonly KnownSource[] {
  const at = new Date().toISOString();
  const indexed: KnownSource = {
    ...newSource({ sourceId: 'kb:guide.md', kind: 'file', origin: '' }),
    checkedAt: at,
    tokens: 1_200,
    record: {
      source_type: 'file',
      content_hash: 'hash',
      summary_text: text,
      last_indexed_at: at,
      summary_pending: false,
      file: { rel_path: 'guide.md', size_bytes: 1, mtime_ns: 1n },
    },
  };
  const page = { kind: 'url', origin: 'https://docs.example.com/', checkedAt: at, nextCheckAt: at } as const;
  return [
    indexed,
    { ...newSource({ ...page, sourceId: 'kb:https://docs.example.com/faq' }), ...page, task: 'fetch' },
    {
      ...newSource({ ...page, sourceId: 'kb:https://docs.example.com/old' }),
      ...page,
      error: 'The host answers 404: there is no such page.',
    },
  ];
}
