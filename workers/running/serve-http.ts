import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { startHttpServer, type HttpServer } from '../../adapters/http/http-server.ts';
import { apiKeysOf, pageUrlOf } from '../../config/schema/http.ts';
import type { Config } from '../../config/schema.ts';
import { decideCapture, removalsOf } from '../../adapters/temporal/runs/decide-capture.ts';
import { listCaptures } from '../../adapters/temporal/runs/list-captures.ts';
import type { PageParts } from '../../adapters/http/page/page-routes.ts';
import { askedId } from '../../domain/intake/ask-snapshot.ts';
import { failedWith } from '../../domain/ports/errors.ts';
import { entryOfCapture, subjectOfCapture } from '../../domain/team/qa-pair.ts';
import { voteOnAnswer } from '../../interactions/ask-question.ts';
import { enterPage, leavePage, pageSession } from '../../interactions/open-page.ts';
import { interactionHandlersOf } from './chat-connection.ts';
import { version } from '../wiring/identity.ts';
import type { Steward } from '../wiring/wiring.ts';

/** The HTTP entry, where the config names a port; else null. */
export async function serveHttp({
  config,
  steward,
  listed,
  log,
}: {
  readonly config: Config;
  readonly steward: Pick<Steward, 'ask' | 'client' | 'runs' | 'storage'>;
  /** Which channels count, and what the config lists them as. */
  readonly listed: ReadonlyMap<string, string> | null;
  readonly log: Logger;
}): Promise<HttpServer | null> {
  const { http } = config;
  if (http.port === null) return null;
  const { ask, runs, storage } = steward;
  const server = await startHttpServer({
    host: http.host,
    port: http.port,
    keys: {
      secret: apiKeysOf(http.api_keys?.reveal() ?? ''),
      publishable: http.publishable_keys,
      salt: await storage.records.visitorSalt(),
    },
    trustedProxies: http.trusted_proxies,
    requestsPerMinute: http.requests_per_minute,
    visitorRequestsPerMinute: http.visitor_requests_per_minute,
    keepAliveSeconds: http.keep_alive_seconds,
    asking: {
      ask,
      vote: (vote) => voteOnAnswer(storage.records, vote),
      // What a question needs first: the store, and Temporal, which knows of no such run.
      check: async () => {
        await Promise.all([storage.records.pauses(), runs.captureState('health')]);
      },
    },
    version,
    knowledge: storage,
    page: pageOf({ config, steward, listed }),
    log,
  });
  log.info({ url: server.url }, 'http_listening');
  return server;
}

/** The page for moderators, where the config has it. What it changes are handlers and runs that Discord and commands use, too. */
function pageOf({
  config,
  steward: { ask, client, runs, storage },
  listed,
}: Omit<Parameters<typeof serveHttp>[0], 'log'>): PageParts | null {
  const url = pageUrlOf(config.http);
  if (url === null) return null;
  const { records } = storage;
  return {
    ...storage,
    listed,
    url,
    enter: (key) => enterPage(records, key, new Date()),
    session: (key) => pageSession(records, key),
    leave: (key) => leavePage(records, key),
    handlers: interactionHandlersOf({ config, runs, storage, listed }).handlers,
    captures: waitingCaptures({ client, storage, taskQueue: config.temporal.task_queue }),
    async ask(question) {
      const requestId = randomUUID();
      await ask({ requestId, question });
      return askedId(requestId);
    },
    now: () => new Date(),
  };
}

function waitingCaptures(
  captures: Omit<Parameters<typeof listCaptures>[0], 'statuses'>,
): PageParts['captures'] {
  const { client, storage } = captures;
  return {
    async waiting() {
      const rows = await listCaptures({ ...captures, statuses: ['waiting'] });
      if (rows.length === 0) return [];
      const entries = await storage.library.rawEntries();
      const byId = new Map(entries.map((entry) => [entry.qaId, entry]));
      const waiting = rows.map(async ({ workflowId }) => ({
        workflowId,
        pair: entryOfCapture(entries, subjectOfCapture(workflowId)) ?? null,
        removals: (await removalsOf({ client, workflowId })).flatMap((qaId) => byId.get(qaId) ?? []),
      }));
      return Promise.all(waiting);
    },
    decide: (decision) =>
      decideCapture({ client, ...decision }).then(
        () => true,
        (error: unknown) => {
          if (failedWith(error, 'nothing_to_decide', 'run_unknown')) return false;
          throw error;
        },
      ),
  };
}
