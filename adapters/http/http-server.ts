import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Asking } from '../../domain/ports/interactions.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { keyIn, keyOwners } from './api-keys.ts';
import { askSchema, problemSchema, type AskBody } from './ask-schema.ts';
import { openEventStream } from './event-stream.ts';
import { followRun } from './follow-run.ts';

export interface HttpOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly apiKeys: readonly string[];
  readonly requestsPerMinute: number;
  readonly keepAliveSeconds: number;
  readonly asking: Asking;
  readonly log: { warn(fields: object, event: string): void };
}

export interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const maxBodyBytes = 64 * 1024;

/** `POST /v1/ask` and `GET /v1/openapi.json`. Throws a final `PortError` when it cannot listen. */
export async function startHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { fastify } = await import('fastify');
  const app = fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  await addRoutes(app, options);
  try {
    return { url: await app.listen({ host: options.host, port: options.port }), close: () => app.close() };
  } catch (cause) {
    await app.close();
    const code = (cause as { readonly code?: string }).code ?? 'unknown';
    throw new PortError({
      kind: 'final',
      code: 'http_not_started',
      message: `http.port: Steward cannot listen on ${options.host}:${options.port} (${code}). Choose another port or stop what uses it`,
      cause,
    });
  }
}

async function addRoutes(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const { default: rateLimit } = await import('@fastify/rate-limit');
  const { default: swagger } = await import('@fastify/swagger');
  const ownerOf = keyOwners(options.apiKeys);
  app.setErrorHandler(async (error, _request, reply) => {
    const { status, ...problem } = problemOf(error);
    if (status >= 500) options.log.warn({ code: problem.code }, 'http_request_failed');
    return reply.code(status).send(problem);
  });
  app.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).send({ code: 'not_found', message: 'There is POST /v1/ask and GET /v1/openapi.json.' }),
  );
  app.addSchema(problemSchema);
  await app.register(swagger, {
    openapi: {
      info: { title: 'Steward', description: 'Answers from the documentation and the team.', version: '1' },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    },
  });
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    // A wrong key shares its sender's limit: guessing is slow.
    keyGenerator: (request) => ownerOf(keyIn(request.headers)) ?? request.ip,
    errorResponseBuilder: () => new TooMany(),
  });
  app.get('/v1/openapi.json', { schema: { hide: true }, config: { rateLimit: false } }, () => app.swagger());
  app.post<{ Body: AskBody }>('/v1/ask', { schema: askSchema }, async (request, reply) => {
    const owner = ownerOf(keyIn(request.headers));
    if (owner === null) {
      return reply.code(401).send({ code: 'wrong_key', message: 'Send a key: Authorization: Bearer <key>.' });
    }
    const { question, request_id: requestId = randomUUID() } = request.body;
    const name = `http-${owner}`;
    const author = { id: name, kind: 'community_user', name } as const;
    const run = await options.asking.ask({ requestId: `${owner}-${requestId}`, author, question });
    reply.hijack();
    const stream = openEventStream(reply.raw, options);
    await followRun({ run, stream, requestId });
  });
}

class TooMany extends Error {
  readonly statusCode = 429;
}

/** Steward's own sentence for every failure: never a library's, which may quote the body. */
function problemOf(error: unknown): {
  readonly status: number;
  readonly code: string;
  readonly message: string;
} {
  const { statusCode = 500, validation } = error as {
    readonly statusCode?: number;
    readonly validation?: readonly { readonly instancePath?: string }[];
  };
  if (statusCode === 429)
    return { status: 429, code: 'too_many_requests', message: 'Wait a minute, then ask again.' };
  if (validation) {
    const where = validation[0]?.instancePath?.slice(1) || 'the body';
    return { status: 400, code: 'bad_request', message: `${where} does not match GET /v1/openapi.json.` };
  }
  if (error instanceof PortError && error.code === 'request_id_taken') {
    const message = 'This request_id belongs to another question. Choose another one.';
    return { status: 409, code: error.code, message };
  }
  if (error instanceof PortError) {
    return {
      status: 503,
      code: error.code,
      message: 'The question cannot be accepted right now. Ask again later.',
    };
  }
  if (statusCode < 500)
    return { status: statusCode, code: 'bad_request', message: 'Send JSON like {"question": "…"}.' };
  return { status: 500, code: 'unexpected', message: 'Something failed here. Ask again later.' };
}
