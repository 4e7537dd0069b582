import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { contentHash } from '../../../domain/values/content-hash.ts';

interface TestPage {
  readonly html: string;
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of `html`. */
  readonly bytes?: Buffer;
  /** The answer waits for this. */
  readonly until?: Promise<void>;
}

export interface TestWeb {
  /** Ends in a slash. */
  readonly url: string;
  /** For `pages.allow_hosts`. */
  readonly host: string;
  readonly pages: Map<string, TestPage>;
  /** Each answer as `200 /path`, oldest first. */
  readonly answers: string[];
}

/** A web server on loopback that answers 304 for an unchanged page. */
export async function startTestWeb(pages: Readonly<Record<string, string>>): Promise<TestWeb> {
  const held = new Map<string, TestPage>(Object.entries(pages).map(([path, html]) => [path, { html }]));
  const answers: string[] = [];
  const server = createServer((request, response) => {
    const page = held.get(request.url ?? '');
    if (page?.until) void page.until.then(() => answer(request, response));
    else answer(request, response);
  });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const page = held.get(request.url ?? '');
    const etag = `"${contentHash(page?.html ?? '')}"`;
    const status = page?.status ?? (page ? 200 : 404);
    const isSame = status === 200 && request.headers['if-none-match'] === etag;
    answers.push(`${isSame ? 304 : status} ${request.url}`);
    response.writeHead(isSame ? 304 : status, { 'content-type': 'text/html', etag, ...page?.headers });
    response.end(isSame ? undefined : (page?.bytes ?? page?.html));
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}/`, host, pages: held, answers };
}

/** A page that is long enough to count as one. */
export const htmlPage = (title: string, text: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
