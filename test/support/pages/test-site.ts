import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openPages, type OpenPages, type PagesOptions } from '../../../adapters/pages/open-pages.ts';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface TestSite {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** `127.0.0.1:<port>` */
  readonly host: string;
  readonly port: number;
  readonly seen: readonly SeenRequest[];
}

/** The answer of a path: HTML, or a function that writes the response. */
export type Answer = string | ((response: ServerResponse, request: IncomingMessage) => void);

/** A web server for one test. Unknown paths are 404. */
export async function startSite(
  answers: Readonly<Record<string, Answer>>,
  wantedPort = 0,
): Promise<TestSite> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push({ method: request.method ?? '', path, headers: request.headers });
    const answer = answers[path] ?? answers['*'];
    if (answer === undefined) response.writeHead(404).end('nothing here');
    else if (typeof answer === 'string') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
    } else answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port, seen };
}

/** The pages adapter with access to these sites, closed when the test ends. */
export function testPages(sites: readonly TestSite[], options: Partial<PagesOptions> = {}): OpenPages {
  const pages = openPages({
    allowHosts: sites.map(({ host }) => host),
    userAgent: 'Steward tests',
    ...options,
  });
  onTestFinished(() => pages.close());
  return pages;
}
