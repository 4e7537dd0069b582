import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** For tests: what a provider does with one request. */
export type Play = (response: ServerResponse) => void;

interface Seen {
  readonly url: string;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
}

export interface ScriptedProvider {
  readonly origin: string;
  /** The origin with `/v1`. */
  readonly baseUrl: string;
  /** The requests since the last `play`. */
  readonly seen: readonly Seen[];
  /** How many of them the client left before the answer was whole. */
  hungUp(): number;
  /** One line of the script for each request to come, the last one from then on. */
  play(...script: readonly Play[]): void;
  close(): void;
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Play =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const completion = (message: object, tokens = { in: 120, out: 30 }): object => ({
  id: 'x',
  object: 'chat.completion',
  created: 1,
  model: 'some-model',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
  usage: {
    prompt_tokens: tokens.in,
    completion_tokens: tokens.out,
    total_tokens: tokens.in + tokens.out,
  },
});

export const says = (content: string): Play => json(200, completion({ content }));
export const answers = (value: unknown): Play => says(JSON.stringify(value));
export const fails = (status: number, headers: Readonly<Record<string, string>> = {}): Play =>
  json(status, { error: { message: 'provider text that must not leak', type: 'x', code: 'x' } }, headers);
export const never: Play = () => {};
export const cutsOff: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"id":"x","choices":[');
  setTimeout(() => response.destroy(), 20);
};

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const script: Play[] = [];
  const seen: Seen[] = [];
  let hungUp = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', body: JSON.parse(text) as Seen['body'], headers: request.headers });
      const play = script.length > 1 ? script.shift() : script[0];
      play?.(response);
    });
    response.on('close', () => {
      if (!response.writableFinished) hungUp += 1;
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    seen,
    hungUp: () => hungUp,
    play: (...next) => {
      script.splice(0, script.length, ...next);
      seen.length = 0;
      hungUp = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
