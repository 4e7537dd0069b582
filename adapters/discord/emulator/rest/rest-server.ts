import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimits } from './rate-limits.ts';
import type { RestAnswer, RestRequest } from './rest-request.ts';

/** What happens instead of an answer: another answer, or a connection that is cut or hangs. `after`: the work is done. */
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
  /** Sees each request before it is answered, and may let it meet a fault. */
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
  // Never closes what is idle: a client that sends at that very moment would meet a cut connection.
  return createServer({ keepAliveTimeout: 0 }, (request, response) => void receive(request, response));
}

async function readRequest(request: IncomingMessage): Promise<RestRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://discord');
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? 'GET',
    path: pathname.replace(/^\/api\/v10/, ''),
    query,
    body: text === '' ? {} : (JSON.parse(text) as RestRequest['body']),
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

/** Files come from the CDN, which has no buckets. */
const isFile = ({ path }: RestRequest): boolean => path.startsWith('/attachments/');
const unlimited = { refusal: null, headers: {} };
