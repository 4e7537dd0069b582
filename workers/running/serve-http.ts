import { groupSources } from '../../activities/reply/scope/question-sources.ts';
import type { McpKnowledge } from '../../adapters/http/mcp/mcp-server.ts';
import { channelFor } from '../../config/channel-for.ts';
import type { Logger } from 'pino';
import type { HttpServer } from '../../adapters/http/http-server.ts';
import { apiKeysOf } from '../../config/schema/http.ts';
import type { AskedRun } from '../../domain/ports/interactions.ts';
import { orAborted } from '../../domain/values/or-aborted.ts';
import { voteOnAnswer } from '../../interactions/ask-question.ts';
import { version } from '../wiring/identity.ts';
import type { Served } from './serve-page.ts';
import type { WidgetTexts } from '../../adapters/http/widget/widget-route.ts';
import type { Config } from '../../config/schema.ts';
import { languages } from '../../config/schema/texts.ts';

/** Serves HTTP if the config has a port; otherwise null. */
export async function serveHttp({
  config,
  steward,
  listed,
  drained = new AbortController().signal,
  log,
}: Served & {
  /** Aborts when this process makes no more answers; never by default. */
  readonly drained?: AbortSignal;
  readonly log: Logger;
}): Promise<HttpServer | null> {
  const { http } = config;
  if (http.port === null) return null;
  // Loaded only if served, because these modules take 10 MB.
  const { startHttpServer } = await import('../../adapters/http/http-server.ts');
  const { pageOf } = await import('./serve-page.ts');
  const { ask, live, storage } = steward;
  const withinGroups = (named: readonly string[] | null) =>
    groupSources(
      { ...storage, config: live.current(), channelFor: channelFor(live.current(), listed) },
      { groups: http.sources, named },
    );
  const agentSources: McpKnowledge['sources'] = {
    search: async (request) => (await withinGroups([request.query])).search(request),
    load: async (sourceId, generation) => (await withinGroups(null)).load(sourceId, generation),
  };
  const keys = await followed(() => storage.records.publishableKeys());
  const server = await startHttpServer({
    host: http.host,
    port: http.port,
    keys: {
      secret: apiKeysOf(http.api_keys?.reveal() ?? ''),
      publishable: keys.newest,
      salt: await storage.records.visitorSalt(),
    },
    trustedProxies: http.trusted_proxies,
    requestsPerMinute: http.requests_per_minute,
    visitorRequestsPerMinute: http.visitor_requests_per_minute,
    keepAliveSeconds: http.keep_alive_seconds,
    asking: {
      // When the workers end, a caller that still waits is told to ask again, while the store and the connections are open.
      ask: async (request) => waitingUntil(drained, await ask(request)),
      vote: (vote) => voteOnAnswer(storage.records, vote),
    },
    widgetTexts: widgetTextsOf(config),
    version,
    knowledge: { ...storage, sources: agentSources },
    page: pageOf({ config, steward, listed }),
    log,
  });
  log.info({ url: server.url }, 'http_listening');
  return {
    ...server,
    close() {
      keys.stop();
      return server.close();
    },
  };
}

const keysMilliseconds = 3_000;

/** The newest value of some seconds ago, until it is stopped. A store that is away changes nothing. */
async function followed<Value>(load: () => Promise<readonly Value[]>) {
  let newest = await load();
  const renew = () =>
    load()
      .then((value) => (newest = value))
      .catch(() => {});
  const timer = setInterval(() => void renew(), keysMilliseconds).unref();
  return { newest: () => newest, stop: () => clearInterval(timer) };
}

/** A run whose row is waited for until the signal aborts; then the wait rejects, and the run continues elsewhere. */
const waitingUntil = (signal: AbortSignal, run: AskedRun): AskedRun => ({
  ...run,
  row: () => orAborted(signal, run.row()),
});

/** The texts of the script for web pages, by language. */
export const widgetTextsOf = (config: Pick<Config, 'texts'>): WidgetTexts =>
  Object.fromEntries(languages.map((language) => [language, textsIn(config, language)]));

/** What visitors of a page read is what members read on Discord, where it is the same. */
function textsIn({ texts }: Pick<Config, 'texts'>, language: string): Readonly<Record<string, string>> {
  const { widget, desk, ...own } = texts[language as 'en'];
  return {
    ...widget,
    sources: own.links_heading,
    nearest: own.nearest_pages,
    failed: desk.cannot_now,
    note: own.ai_footer.replace(/^-# /u, ''),
    helpful: desk.helpful,
    not_helpful: desk.not_helpful,
    reason: desk.reason_label,
    thanks: desk.thanks,
    person: desk.ask_human,
  };
}
