import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import { httpAsker } from '../../domain/intake/ask-snapshot.ts';
import type { Author } from '../../domain/intake/message.ts';
import { finalError } from '../../domain/ports/errors.ts';
import type { Asking } from '../../domain/ports/interactions.ts';
import type { ReplyStatus } from '../../domain/reply/reply-status.ts';
import { createCallers, networkOf, type Caller, type Callers, type HttpKeys } from './callers.ts';
import { routes, type Question, type Vote } from './contract.ts';
import { openEventStream } from './event-stream.ts';
import { followRun } from './follow-run.ts';
import { addMcpRoute, type McpRouteOptions } from './mcp/mcp-route.ts';
import { addPage, type PageParts } from './page/page-routes.ts';
import { logFailure, RefusedRequest, refusalFor } from './refused-request.ts';
import { addWidget, type WidgetTexts } from './widget/widget-route.ts';

export interface HttpOptions extends McpRouteOptions {
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
  readonly keys: HttpKeys;
  /** Addresses, or names of ranges such as `loopback`, whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** For each secret key, and for each address without a key. */
  readonly requestsPerMinute: number;
  /** For each visitor with a publishable key. */
  readonly visitorRequestsPerMinute: number;
  readonly keepAliveSeconds: number;
  readonly asking: Asking;
  /** The texts of the script for web pages. */
  readonly widgetTexts: WidgetTexts;
  /** Null for no moderators' page. */
  readonly page: PageParts | null;
}

export interface HttpServer {
  readonly url: string;
  /** Takes no new connection. Requests in progress go on. */
  readonly stop: () => void;
  /** Does the same, gives requests in progress a second, and cuts them. */
  readonly close: () => Promise<void>;
}

const lastWordsMilliseconds = 1_000;

const maxBodyBytes = 64 * 1024;
/** The time to receive a whole request, so that slow senders cannot hold connections. */
const requestMilliseconds = 30_000;

/** For ids in addresses. */
const maxIdChars = 1_000;

/** Starts the HTTP API, MCP and the moderators' page. Throws a final `PortError` if it cannot listen. */
export async function startHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { fastify } = await import('fastify');
  const app = fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestMilliseconds,
    routerOptions: { maxParamLength: maxIdChars },
    forceCloseConnections: true,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    // By default Fastify converts wrong types and removes unknown fields; Steward refuses both.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    // Fastify's own message for an invalid address would quote it.
    frameworkErrors(_error, _request, reply: FastifyReply) {
      const { statusCode, problem } = new RefusedRequest('not_found');
      void reply.code(statusCode).send(problem);
    },
  });
  app.removeContentTypeParser('text/plain');
  const callers = createCallers(options.keys);
  await addPlugins(app, options, callers);
  addRoutes(app, options, callers);
  addWidget(app, options.widgetTexts);
  if (options.page) {
    app.get('/', async (_request, reply) => reply.redirect('/page'));
    await addPage(app, options.page, options.log);
  }
  await addMcpRoute(app, callers, options);
  return listen(app, { host: options.host, port: options.port, setting: 'http.port' });
}

/** Throws a final `PortError` if it cannot listen. `setting` is the config key of the port. */
export async function listen(
  app: FastifyInstance,
  { host, port, setting }: { readonly host: string; readonly port: number; readonly setting: string },
): Promise<HttpServer> {
  const responses = new Set<ServerResponse>();
  app.server.on('request', (_, response: ServerResponse) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
  try {
    const url = await app.listen({ host, port });
    const stopped = once(app.server, 'close');
    const stop = () => {
      // Otherwise a proxy sends its next questions over the connections that still wait for an answer.
      for (const response of responses) response.shouldKeepAlive = false;
      app.server.close();
    };
    const close = async () => {
      stop();
      await Promise.race([stopped, sleep(lastWordsMilliseconds, undefined, { ref: false })]);
      await app.close();
    };
    return { url, stop, close };
  } catch (cause) {
    await app.close();
    const code = (cause as { readonly code?: string }).code ?? 'unknown';
    throw finalError(
      'http_not_started',
      `${setting}: Steward cannot listen on ${host}:${port} (${code}). Choose another port or stop what uses it`,
      cause,
    );
  }
}

async function addPlugins(app: FastifyInstance, options: HttpOptions, callers: Callers): Promise<void> {
  const { default: cors } = await import('@fastify/cors');
  const { default: rateLimit } = await import('@fastify/rate-limit');
  app.setErrorHandler(async (error, _request, reply) => {
    const { statusCode, problem } = refusalFor(error);
    if (statusCode >= 500) logFailure(options.log, error);
    return reply.code(statusCode).send(problem);
  });
  await app.register(cors, {
    origin: true,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Api-Key'],
    exposedHeaders: ['Retry-After'],
    maxAge: 7_200,
  });
  app.addHook('onRequest', async ({ url, method, headers: { origin } }) => {
    // The moderators' page checks its own origin.
    if (options.page && /^\/page(?:[/?]|$)/u.test(url)) return;
    // Of a preflight the browser tells the page nothing, so the request itself is refused, in a way that the page can read.
    if (origin === undefined || method === 'OPTIONS' || callers.isKnownOrigin(origin)) return;
    throw new RefusedRequest('unknown_origin');
  });
  // Requests with a wrong key count for their address, which makes guessing slow.
  const callerOrNull = (request: FastifyRequest): Caller | null => {
    try {
      return callers.callerOf(request);
    } catch {
      return null;
    }
  };
  await app.register(rateLimit, {
    timeWindow: 60_000,
    max: (request) =>
      typeof callerOrNull(request)?.visitor === 'string'
        ? options.visitorRequestsPerMinute
        : options.requestsPerMinute,
    keyGenerator(request) {
      const caller = callerOrNull(request);
      return caller ? httpAsker(caller.key, caller.visitor).id : networkOf(request.ip);
    },
    errorResponseBuilder: () => new RefusedRequest('too_many_requests'),
  });
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, () => {
    throw new RefusedRequest('not_found');
  });
}

function addRoutes(app: FastifyInstance, options: HttpOptions, callers: Callers): void {
  const { asking } = options;
  const open: OpenQuestions = new Map();
  // Before the body is read.
  const preParsing = async (request: FastifyRequest) => void callers.callerOf(request);
  app.post<{ Body: Question }>('/v1/ask', { schema: routes.ask, preParsing }, async (request, reply) => {
    const { question, request_id: requestId = randomUUID(), conversation_id: followed, page } = request.body;
    if (maskCredentials(requestId) !== requestId) throw new RefusedRequest('bad_request', secretId);
    const { key, visitor } = callers.callerOf(request);
    const author = authorOf(request, callers);
    const leave = visitor === null ? () => {} : enter(open, author.id, requestId);
    const started = await asking
      .ask({
        requestId: `${author.id}-${requestId}`,
        author,
        question,
        ...(page && { page }),
        conversation: {
          channelId: key,
          id: `${key}-${followed ?? randomUUID()}`,
          isNew: followed === undefined,
        },
      })
      .catch((error: unknown) => {
        leave();
        throw error;
      });
    const run = {
      ...started,
      conversationId: started.conversationId?.slice(key.length + 1) ?? null,
      row: () => started.row().finally(leave),
    };
    const askedQuestion = { requestId, run };
    if (wantsJson(request)) return followRun(askedQuestion);
    // `hijack` drops the headers that plugins have set, CORS among them.
    const headers = reply.getHeaders();
    reply.hijack();
    const stream = openEventStream(reply.raw, { ...options, headers });
    const tell = (status: ReplyStatus) => stream.send('status', { status });
    await followRun({ ...askedQuestion, tell, disconnected: stream.gone }).then(
      (answer) => stream.send('result', answer),
      (error: unknown) => stream.send('error', refusalFor(error).problem),
    );
    stream.end();
    return reply;
  });
  app.post<{ Body: Vote }>('/v1/votes', { schema: routes.vote, preParsing }, async (request, reply) => {
    const { answer_id: messageId, helpful, reason = null } = request.body;
    const { key } = callers.callerOf(request);
    await asking.vote({ messageId, channelId: key, userId: authorOf(request, callers).id, helpful, reason });
    return reply.code(204).send();
  });
}

/** Ids stand in histories and logs. */
const secretId = 'request_id looks like a secret. Send a random id.';

const mostAtOnce = 3;

/** The ids of the requests that are not answered yet, of each visitor. */
type OpenQuestions = Map<string, Set<string>>;

/**
 * Throws if the visitor has too many questions that are not answered; returns what ends this one. A visitor who hangs up has
 * a question as long as its run goes on, and one who takes it up again has no second one.
 */
function enter(open: OpenQuestions, visitor: string, requestId: string): () => void {
  const ids = open.get(visitor) ?? new Set();
  if (!ids.has(requestId) && ids.size >= mostAtOnce) throw new RefusedRequest('too_many_requests');
  open.set(visitor, ids.add(requestId));
  return () => {
    ids.delete(requestId);
    if (ids.size === 0) open.delete(visitor);
  };
}

/** The asker for budgets and votes. Contains no name, address or key. */
function authorOf(request: FastifyRequest<{ Body: Question | Vote }>, callers: Callers): Author {
  const { key, visitor } = callers.callerOf(request);
  const { visitor: named } = request.body;
  if (visitor !== null && named !== undefined) throw new RefusedRequest('visitor_not_allowed');
  return httpAsker(key, named === undefined ? visitor : callers.hashOf(`${key} ${named}`));
}

const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.includes('application/json') && !accept.includes('text/event-stream');
