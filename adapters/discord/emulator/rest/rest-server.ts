import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimits } from './rate-limits.ts';
import type { RestAnswer, RestRequest } from './rest-request.ts';

/** A fault answers, cuts or delays a request. With `after`, the request is carried out first. */
export type Fault = RestAnswer | 'cut' | 'cut after' | 'hang after' | { readonly slowMilliseconds: number };

/** Discord's API over HTTP. `answer` gets each request, and whether it came with the bot's token. */
export function createRestServer({
  token,
  answer,
  disturb,
  limits,
}: {
  readonly token: string;
  readonly answer: (request: RestRequest, isBot: boolean) => RestAnswer;
  /** Called with each request; null for no fault. */
  readonly disturb: (request: RestRequest) => Fault | null;
  readonly limits: RateLimits;
}): Server {
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = await readRequest(request);
    const fault = disturb(given);
    if (fault === 'cut') return void request.socket.destroy();
    if (isAnswer(fault)) return respond(response, fault);
    const { refusal, headers } = isFile(given) ? unlimited : limits.take(given);
    if (refusal) return respond(response, refusal, headers);
    if (typeof fault === 'object' && fault) await sleep(fault.slowMilliseconds);
    const answered = answer(given, request.headers.authorization === `Bot ${token}`);
    if (fault === 'hang after') return;
    if (fault === 'cut after') return void request.socket.destroy();
    respond(response, answered, headers);
  }
  // Idle connections stay open, because a client that sends in the moment of closing would see its request fail.
  return createServer({ keepAliveTimeout: 0 }, (request, response) => void receive(request, response));
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

function respond(
  response: ServerResponse,
  { status, body, headers }: RestAnswer,
  limits: RestAnswer['headers'] = {},
): void {
  response.writeHead(status, {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...limits,
    ...headers,
  });
  if (body instanceof Uint8Array) response.end(body);
  else response.end(body === undefined ? '' : JSON.stringify(body));
}

const isAnswer = (fault: Fault | null): fault is RestAnswer =>
  fault !== null && typeof fault === 'object' && 'status' in fault;

/** Files come from Discord's CDN, which has no rate limits. */
const isFile = ({ path }: RestRequest): boolean => path.startsWith('/attachments/');
const unlimited = { refusal: null, headers: {} };
