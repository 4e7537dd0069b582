import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Gateway } from '../gateway/gateway.ts';
import type { World } from '../world/world.ts';

export interface RouteParts {
  readonly world: World;
  readonly gateway: Gateway;
  readonly url: string;
}

export interface RestRequest {
  readonly method: string;
  /** Without the version: `/channels/1/messages`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): RestAnswer => ({ status: 200, body });

/** A refusal has an HTTP status and Discord's own code. */
export const refused = (status: number, code: number, message: string): RestAnswer => ({
  status,
  body: { code, message },
});

/** A form of which Discord refuses one field. */
export const invalidForm = (field: string, code: string): RestAnswer => ({
  status: 400,
  body: {
    code: 50_035,
    message: 'Invalid Form Body',
    errors: { [field]: { _errors: [{ code, message: code }] } },
  },
});

export const refusals = {
  unknownRoute: refused(404, 0, '404: Not Found'),
  unknownApplication: refused(404, 10_002, 'Unknown Application'),
  unknownChannel: refused(404, 10_003, 'Unknown Channel'),
  unknownMessage: refused(404, 10_008, 'Unknown Message'),
  missingAccess: refused(403, 50_001, 'Missing Access'),
  missingPermissions: refused(403, 50_013, 'Missing Permissions'),
  invalidForm: refused(400, 50_035, 'Invalid Form Body'),
  /** For changes in an archived thread. Posting there unarchives it instead. */
  archived: refused(400, 50_083, 'Thread is archived'),
} as const;

/** Decides how a request is answered, by default with `answer`. Null cuts the connection. */
export type Around = (request: RestRequest, answer: () => RestAnswer) => Promise<RestAnswer | null>;

/** Discord's API over HTTP. `answer` gets each request, and whether it came with the bot's token. */
export function createRestServer(
  token: string,
  around: Around,
  answer: (request: RestRequest, isBot: boolean) => RestAnswer,
): Server {
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const restRequest = await readRequest(request);
    const isBot = request.headers.authorization === `Bot ${token}`;
    const answered = await around(restRequest, () => answer(restRequest, isBot));
    if (answered) respond(response, answered);
    else request.socket.destroy();
  }
  // Idle connections stay open, because a client that sends in the moment of closing would see its request fail.
  return createServer({ keepAliveTimeout: 0 }, (request, response) => {
    // A request that was cut off, or whose body is not JSON.
    receive(request, response).catch(() => request.socket.destroy());
  });
}

async function readRequest(request: IncomingMessage): Promise<RestRequest> {
  const body = await text(request);
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://discord');
  return {
    method: request.method ?? 'GET',
    path: pathname.replace(/^\/api\/v10/, ''),
    query,
    body: body === '' ? {} : (JSON.parse(body) as RestRequest['body']),
  };
}

function respond(response: ServerResponse, { status, body, headers }: RestAnswer): void {
  response.writeHead(status, {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  });
  if (body instanceof Uint8Array) response.end(body);
  else response.end(body === undefined ? '' : JSON.stringify(body));
}
