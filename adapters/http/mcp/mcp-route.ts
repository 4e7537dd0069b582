import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { httpAsker } from '../../../domain/intake/ask-snapshot.ts';
import type { Asking } from '../../../domain/ports/interactions.ts';
import type { McpKnowledge } from './mcp-server.ts';
import type { Callers } from '../callers.ts';
import { RefusedRequest, type RequestLog } from '../refused-request.ts';

export interface McpRouteOptions {
  readonly version: string;
  readonly knowledge: Omit<McpKnowledge, 'ask'>;
  readonly asking: Pick<Asking, 'ask'>;
  readonly log: RequestLog;
}

const oneMessage = 'Send one JSON-RPC message in a request, and not an array of them.';

/** Adds MCP for agents with a secret key. It is stateless, so any worker can answer any request. */
export async function addMcpRoute(
  app: FastifyInstance,
  callers: Callers,
  { version, knowledge, asking, log }: McpRouteOptions,
): Promise<void> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { createMcpServer } = await import('./mcp-server.ts');
  const mcp = createMcpHandler(({ authInfo }) => {
    const key = authInfo?.clientId ?? '';
    const ask: McpKnowledge['ask'] = (question) =>
      asking.ask({
        requestId: randomUUID(),
        author: httpAsker(key, null),
        question,
        conversation: { channelId: key, id: `${key}-${randomUUID()}`, isNew: true },
      });
    return createMcpServer({ version, log, knowledge: { ...knowledge, ask } });
  });
  app.addHook('onClose', () => mcp.close());
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    async preParsing(request) {
      if (callers.callerOf(request).visitor !== null) throw new RefusedRequest('secret_key_needed');
    },
    async handler(request, reply) {
      // Rate limits count requests, so a batch would count as one.
      if (Array.isArray(request.body)) throw new RefusedRequest('bad_request', oneMessage);
      const abandoned = new AbortController();
      reply.raw.once('close', () => abandoned.abort());
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      );
      const { method, body: parsedBody } = request;
      const received = new Request(new URL('/mcp', 'http://localhost'), {
        method,
        headers,
        signal: abandoned.signal,
      });
      const authInfo = { token: '', clientId: callers.callerOf(request).key, scopes: [] };
      return mcp.fetch(received, { authInfo, parsedBody });
    },
  });
}
