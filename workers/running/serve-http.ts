import type { Logger } from 'pino';
import { startHttpServer, type HttpServer } from '../../adapters/http/http-server.ts';
import { apiKeysOf } from '../../config/schema/runtime.ts';
import type { Config } from '../../config/schema.ts';
import type { Steward } from '../wiring/wiring.ts';

/** The HTTP entry, where the config names a port; else null. */
export async function serveHttp({
  config: { http },
  steward,
  log,
}: {
  readonly config: Config;
  readonly steward: Pick<Steward, 'ask'>;
  readonly log: Logger;
}): Promise<HttpServer | null> {
  if (http.port === null) return null;
  const server = await startHttpServer({
    host: http.host,
    port: http.port,
    apiKeys: apiKeysOf(http.api_keys?.reveal() ?? ''),
    requestsPerMinute: http.requests_per_minute,
    keepAliveSeconds: http.keep_alive_seconds,
    asking: steward,
    log,
  });
  log.info({ url: server.url }, 'http_listening');
  return server;
}
