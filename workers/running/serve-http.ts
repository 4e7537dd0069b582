import type { Logger } from 'pino';
import { startHttpServer, type HttpServer } from '../../adapters/http/http-server.ts';
import { apiKeysOf } from '../../config/schema/http.ts';
import type { Config } from '../../config/schema.ts';
import { createAsking } from './asking.ts';
import type { Steward } from '../wiring/wiring.ts';

/** The HTTP entry, where the config names a port; else null. */
export async function serveHttp({
  config: { http, temporal },
  steward,
  log,
}: {
  readonly config: Config;
  readonly steward: Pick<Steward, 'client' | 'storage'>;
  readonly log: Logger;
}): Promise<HttpServer | null> {
  if (http.port === null) return null;
  const server = await startHttpServer({
    host: http.host,
    port: http.port,
    apiKeys: apiKeysOf(http.api_keys?.reveal() ?? ''),
    requestsPerMinute: http.requests_per_minute,
    keepAliveSeconds: http.keep_alive_seconds,
    asking: createAsking({ steward, taskQueue: temporal.task_queue }),
    log,
  });
  log.info({ url: server.url }, 'http_listening');
  return server;
}
