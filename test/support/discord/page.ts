import { onTestFinished } from 'vitest';
import { newSource } from '../../../domain/documents/find-sources.ts';
import type { KnownSource } from '../../../domain/ports/sources.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { addPair } from '../storage/add-pair.ts';
import { entry, openIn, testFolder } from '../storage/test-store.ts';
import { replyRecord } from '../values/messages.ts';
import { draftGap } from '../../../activities/operations/draft-gap.ts';
import { startHttpServer } from '../../../adapters/http/http-server.ts';
import type { PageParts } from '../../../adapters/http/page/page-routes.ts';
import type { WaitingCapture } from '../../../adapters/http/page/team-view.ts';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { loadConfig } from '../../../config/load.ts';
import { textsFor } from '../../../config/texts-for.ts';
import { transientError } from '../../../domain/ports/errors.ts';
import { createInteractionHandlers } from '../../../interactions/create-handlers.ts';
import { enterPage, leavePage, openPage, pageSession } from '../../../interactions/open-page.ts';
import type { HandlerDeps } from '../../../interactions/handler.ts';

const away = async (): Promise<never> => {
  throw transientError('temporal_call_failed', 'It is away.');
};

interface Around extends Pick<PageParts, 'readPage'> {
  /** What Temporal does although it is away. */
  readonly runs: Partial<HandlerDeps['runs']>;
  readonly waiting: readonly WaitingCapture[];
}

const actor = { id: '77', name: 'Mo', isTeam: true, moderates: true, moderatesServer: true };
const location = { guildId: '1', channelId: '2', thread: null, readableByEveryone: true };

const texts = textsFor(loadConfig({ path: null, env: {}, dotenvPath: null }).config);

const channels = new Map([
  ['200', 'help'],
  ['201', 'chat'],
]);

/** The page for moderators on a store, while Temporal is away. */
export async function servePage(
  storage: Storage,
  { waiting = [], readPage = away, runs: begun = {} }: Partial<Around> = {},
) {
  const startOf = (own: typeof begun, name: keyof typeof begun) => own[name] ?? away;
  const runs = new Proxy(begun, { get: startOf }) as HandlerDeps['runs'];
  const deps: HandlerDeps = {
    ...storage,
    runs,
    channelFor: () => null,
    texts: texts(null).desk,
    textsFor: texts,
    teamChannelId: null,
    pageUrl: 'http://127.0.0.1',
    now: storage.now,
  };
  const { records, now } = storage;
  const draft = (gapId: string) => draftGap(storage, gapId);
  const [decided, asked]: [object[], object[]] = [[], []];
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    keys: { secret: [], publishable: {}, salt: 'salt' },
    trustedProxies: [],
    requestsPerMinute: 1_000,
    visitorRequestsPerMinute: 1_000,
    keepAliveSeconds: 1,
    version: '1',
    knowledge: { ...storage, draft },
    asking: { ask: away, vote: away, check: away },
    log: { warn: () => {} },
    page: {
      ...storage,
      draft,
      readPage,
      listed: channels,
      url: 'http://127.0.0.1',
      enter: (key) => enterPage(records, key, now()),
      session: (key) => pageSession(records, key),
      leave: (key) => leavePage(records, key),
      handlers: createInteractionHandlers(deps),
      captures: {
        waiting: async () => waiting,
        decide: async (decision) => decided.push(decision) === 1,
      },
      async ask(question) {
        asked.push(question);
        return 'ask-1';
      },
    },
  });
  onTestFinished(() => server.close());
  /** What `/steward page` gives, on the port that the test has. */
  const link = async (who: Partial<typeof actor> = {}): Promise<string> => {
    const request = { kind: 'page', requestId: '1', actor: { ...actor, ...who }, location } as const;
    const answer = await openPage(deps, request);
    const key = /key=([\w-]+)/u.exec(answer?.text ?? '')?.[1] ?? '';
    return `${server.url}/page/enter?key=${key}`;
  };
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
  const post = (
    path: string,
    fields: Record<string, string>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  /** The cookie and the form token of somebody who has entered. */
  const enter = async (who: Partial<typeof actor> = {}) => {
    const key = new URL(await link(who)).searchParams.get('key') ?? '';
    const entered = await post('/page/enter', { key });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const text = await (await get('/page', { cookie })).text();
    return { cookie, form_token: /name="form_token" value="(\w+)"/u.exec(text)?.[1] ?? '' };
  };
  return { url: server.url, link, get, post, enter, decided, asked };
}

/** Of a member: markup, quotes, and a character that turns the direction of what follows. */
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
    question: 'Where are the logs written on Windows?',
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

/** A store with questions of eight weeks, pairs and votes, of which some are hostile. */
export async function seededStore({
  questions = 40,
  text = hostile,
}: {
  readonly questions?: number;
  /** What one member asks, the team answers and another member complains of. */
  readonly text?: string;
} = {}) {
  const asked = askedWith(text);
  const said = (sentence: string) => (text === hostile ? hostile : sentence);
  const clock = { now: new Date() };
  const storage = await openIn(testFolder(), { now: () => clock.now });
  const { records, library } = storage;
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
  for (const [messageId, name] of [
    ['1000001', 'Sharing licence keys'],
    ['1000007', 'Sharing licence keys'],
    ['1000004', said('Logs on Windows')],
  ] as const)
    await records.fileQuestion({
      messageId,
      name,
      kind: 'uncovered',
      retrieved: null,
      askedAt: new Date().toISOString(),
    });
  await records.vote({ messageId: '1000000', userId: '5', helpful: true, byTeam: false });
  await records.vote({ messageId: '1000002', userId: '5', helpful: false, byTeam: false });
  await records.saveVoteReason({
    messageId: '1000002',
    userId: '5',
    reason: said('It still says that the key is unknown.'),
  });
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
