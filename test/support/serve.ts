import type { Logger } from 'pino';
import { onTestFinished } from 'vitest';
import { freePort } from '../../adapters/temporal/server/free-port.ts';
import { noMemberLimits } from '../../config/schema/models.ts';
import { Secret } from '../../config/secret.ts';
import { serveHttp } from '../../workers/running/serve-http.ts';
import type { ScriptedProvider } from './provider/scripted-provider.ts';
import { silentLog } from './run-workers.ts';
import { openTestSteward, type TestSteward } from './steward.ts';

export const keys = {
  secret: 'a-key-of-sixteen-characters',
  other: 'another-key-of-that-length',
  page: 'page-key-of-the-documentation',
};
export const docsPage = 'https://docs.example.com';

interface Call extends Omit<RequestInit, 'headers'> {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Served {
  readonly steward: TestSteward;
  readonly url: string;
  /** Posts a body, by default with the secret key. */
  readonly post: (path: string, body: object | string, call?: Call) => Promise<Response>;
  readonly ask: (body: object, call?: Call) => Promise<Response>;
  /** The answer as JSON. */
  readonly answer: (body: object, call?: Call) => Promise<Record<string, unknown>>;
}

/** A Steward with documents that answers over HTTP, with two secret keys and a publishable one. */
export async function serve({
  model,
  http = {},
  origins = [docsPage],
  budget = {},
  teamChannelId = null,
  log = silentLog,
  ...scene
}: Pick<Parameters<typeof openTestSteward>[0], 'discord' | 'channels'> & {
  readonly model: ScriptedProvider;
  readonly http?: object;
  /** Of the pages that may use the publishable key. */
  readonly origins?: readonly string[];
  readonly budget?: object;
  readonly teamChannelId?: string | null;
  readonly log?: Logger;
}): Promise<Served> {
  const settings = {
    discord: { team_channel_id: teamChannelId },
    budget: { ...noMemberLimits, ...budget },
    http: {
      port: await freePort(),
      api_keys: new Secret(`${keys.secret}, ${keys.other}`),
      requests_per_minute: 100,
      visitor_requests_per_minute: 100,
      keep_alive_seconds: 0.2,
      ...http,
    },
  };
  const steward = await openTestSteward({ ...scene, model, settings, log });
  await steward.work(['all']);
  await steward.indexDocuments();
  const page = { key: keys.page, name: '', origins, sources: null, questionsPerDay: null };
  await steward.storage.records.savePublishableKey(page);
  const server = await serveHttp({ config: steward.config, steward, listed: null, log });
  if (!server) throw new Error('nothing is served');
  onTestFinished(() => server.close());
  const post: Served['post'] = (path, body, { key = keys.secret, headers, ...init } = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    });
  const ask: Served['ask'] = (body, call) => post('/v1/ask', body, call);
  return {
    steward,
    url: server.url,
    post,
    ask,
    answer: async (body, call = {}) => {
      const headers = { accept: 'application/json', ...call.headers };
      return (await ask(body, { ...call, headers })).json() as Promise<Record<string, unknown>>;
    },
  };
}
