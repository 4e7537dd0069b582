import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RestAnswer, RestRequest } from './rest-request.ts';

/** Decides how a request is answered, by default with `answer`. Null cuts the connection. */
export type Around = (request: RestRequest, answer: () => RestAnswer) => Promise<RestAnswer | null>;

/** Discord's API over HTTP. `answer` gets each request, and whether it came with the bot's token. */
export function createRestServer({
  token,
  answer,
  around,
}: {
  readonly token: string;
  readonly answer: (request: RestRequest, isBot: boolean) => RestAnswer;
  readonly around: Around;
}): Server {
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
