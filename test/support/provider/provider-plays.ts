import type { ServerResponse } from 'node:http';

/** A provider's response to one request. */
export type Play = (response: ServerResponse) => void;

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
/** An answer with this reason for its end. */
export const ends = (finish_reason: string, message: object): Play =>
  json(200, {
    ...completion({}),
    choices: [{ index: 0, finish_reason, message: { role: 'assistant', content: null, ...message } }],
  });
export const body =
  (status: number, text: string, type = 'text/html'): Play =>
  (response) => {
    response.writeHead(status, { 'content-type': type }).end(text);
  };
export const never: Play = () => {};
export const cutsOff: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"id":"x","choices":[');
  setTimeout(() => response.destroy(), 20);
};
