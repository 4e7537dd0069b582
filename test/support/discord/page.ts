import { onTestFinished } from 'vitest';
import { checkSources } from '../../../interactions/check-sources.ts';
import { draftGap } from '../../../interactions/gaps.ts';
import { startHttpServer } from '../../../adapters/http/http-server.ts';
import type { PageParts } from '../../../adapters/http/page/page-routes.ts';
import type { WaitingCapture } from '../../../adapters/http/page/routes.ts';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { pageSettings } from '../../../workers/running/page-settings.ts';
import { createLiveConfig } from '../../../workers/wiring/live-config.ts';
import { silentLog } from '../run-workers.ts';
import type { StaleSource } from '../../../domain/posting/stale-sources.ts';
import { loadConfig } from '../../../config/load.ts';
import { textsFor } from '../../../config/texts-for.ts';
import { transientError } from '../../../domain/ports/errors.ts';
import { createInteractionHandlers } from '../../../interactions/create-handlers.ts';
import { makeKey } from '../../../interactions/publishable-keys.ts';
import { enterPage, leavePage, openPage, pageSession } from '../../../interactions/moderator-page.ts';
import type { HandlerDeps } from '../../../interactions/handler.ts';

const away = async (): Promise<never> => {
  throw transientError('temporal_call_failed', 'It is away.');
};

interface Around extends Pick<PageParts, 'readPage' | 'settings'> {
  /** What Temporal can do although it is away. */
  readonly runs: Partial<HandlerDeps['runs']>;
  readonly waiting: readonly WaitingCapture[];
  readonly stale: readonly StaleSource[];
}

const actor = { id: '77', name: 'Mo', isTeam: true, moderates: true, moderatesServer: true };
const location = { guildId: '1', channelId: '2', thread: null, readableByEveryone: true };

const { config } = loadConfig({ path: null, env: {}, dotenvPath: null });
const texts = textsFor(config);
const configured = { config, texts: texts(null).desk, textsFor: texts };

const channels = new Map([
  ['200', 'help'],
  ['201', 'chat'],
]);

/** The page for moderators on a store, while Temporal is away. */
export async function servePage(
  storage: Storage,
  { waiting = [], readPage = away, runs: begun = {}, settings = null, stale = [] }: Partial<Around> = {},
) {
  const startOf = (own: typeof begun, name: keyof typeof begun) => own[name] ?? away;
  const runs = new Proxy(begun, { get: startOf }) as HandlerDeps['runs'];
  const deps: HandlerDeps = {
    ...storage,
    runs,
    channelFor: () => null,
    ...configured,
    answerWanted: null,
    pageUrl: 'http://127.0.0.1',
    now: storage.now,
  };
  const { records, now } = storage;
  const draft = (gapId: string) => draftGap(storage, gapId);
  const [decided, logged]: [object[], object[]] = [[], []];
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    keys: { secret: [], publishable: () => [], salt: 'salt' },
    trustedProxies: [],
    widgetTexts: {},
    requestsPerMinute: 1_000,
    visitorRequestsPerMinute: 1_000,
    keepAliveSeconds: 1,
    version: '1',
    knowledge: storage,
    asking: { ask: away, vote: away },
    log: { warn: (fields, event) => logged.push({ event, ...fields }) },
    page: {
      ...storage,
      draft,
      readPage,
      settings,
      checkSources: () => checkSources(storage),
      staleSources: async () => stale,
      listed: channels,
      makeKey: (wanted) => makeKey(records, wanted, ['api']),
      url: 'http://127.0.0.1',
      enter: (key) => enterPage(records, key, now()),
      session: (key) => pageSession(records, key),
      leave: (key) => leavePage(records, key),
      handlers: createInteractionHandlers(deps),
      captures: { waiting: async () => waiting, decide: async (one) => decided.push(one) === 1 },
    },
  });
  onTestFinished(() => server.close());
  /** The link of `/steward page`, with the test's port. */
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
  return { url: server.url, link, get, post, enter, decided, logged };
}

/** Settings that moderators change, over a file with these lines. */
export async function liveSettings(storage: Storage, file: string, env: Record<string, string> = {}) {
  const loaded = loadConfig({ path: 'config.yaml', env, dotenvPath: null, readFile: () => file });
  const live = createLiveConfig(loaded.config, loaded.withChanges);
  onTestFinished(live.close);
  await live.follow(storage.records, silentLog);
  const settings = pageSettings(live, storage.records, () => new Date('2026-03-01T10:00:00Z'));
  return { live, settings };
}
