import { listen, type HttpServer } from './http-server.ts';

interface MetricsServerOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  /** What this process needs, by name, and whether it is there. */
  readonly parts: () => Promise<Readonly<Record<string, boolean>>>;
}

/** What `/readyz` and `npx steward health` say. */
export interface Readiness {
  readonly status: 'ready' | 'not_ready';
  readonly parts: Readonly<Record<string, 'ok' | 'missing'>>;
}

/**
 * `/metrics`, `/healthz` (the process answers) and `/readyz` (it has what it needs; 503 when not). Throws a final `PortError` when
 * it cannot listen.
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<HttpServer> {
  const { host, port, metrics, parts } = options;
  const { fastify } = await import('fastify');
  const app = fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics()),
  );
  app.get('/healthz', async () => ({ status: 'ok' }));
  // Nobody needs a key: however many ask at once, what it needs is looked for once at a time.
  let looking: ReturnType<typeof parts> | null = null;
  app.get('/readyz', async (_request, reply) => {
    looking ??= parts().finally(() => (looking = null));
    const found = Object.entries(await looking);
    const isReady = found.every(([, isThere]) => isThere);
    const readiness: Readiness = {
      status: isReady ? 'ready' : 'not_ready',
      parts: Object.fromEntries(found.map(([name, isThere]) => [name, isThere ? 'ok' : 'missing'])),
    };
    return reply.code(isReady ? 200 : 503).send(readiness);
  });
  return listen(app, { host, port, setting: 'metrics.port' });
}
