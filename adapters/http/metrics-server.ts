import { listen, type HttpServer } from './http-server.ts';

/**
 * Serves `/metrics`, `/healthz` (200 while the process runs) and `/readyz` (503 while it lacks something). Throws a final
 * `PortError` if it cannot listen.
 */
export async function startMetricsServer({
  host,
  port,
  metrics,
  parts,
}: {
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
  /** In Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  /** Whether each thing that this process needs is available, by name. */
  readonly parts: () => Promise<Readonly<Record<string, boolean>>>;
}): Promise<HttpServer> {
  const { fastify } = await import('fastify');
  const app = fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics()),
  );
  app.get('/healthz', async () => ({ status: 'ok' }));
  // Requests need no key, so concurrent ones share one check.
  let looking: ReturnType<typeof parts> | null = null;
  app.get('/readyz', async (_request, reply) => {
    looking ??= parts().finally(() => (looking = null));
    const checks = Object.entries(await looking);
    const isReady = checks.every(([, isThere]) => isThere);
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not_ready',
      parts: Object.fromEntries(checks.map(([name, isThere]) => [name, isThere ? 'ok' : 'missing'])),
    });
  });
  return listen(app, { host, port, setting: 'metrics.port' });
}
