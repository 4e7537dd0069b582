import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Issue {
  readonly number: number;
  readonly html_url: string;
  readonly body: string;
}

/** GitHub's two calls about issues: what it is asked, and what it has. */
export async function startGithub({ status = 200 }: { readonly status?: number } = {}) {
  const issues: Issue[] = [];
  const asked: { readonly method: string; readonly headers: IncomingMessage['headers'] }[] = [];
  let losesNextAnswer = false;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push({ method: request.method ?? '', headers: request.headers });
    if (status !== 200) return void response.writeHead(status).end('{}');
    if (request.method === 'GET') {
      const query = new URL(request.url ?? '', 'http://github').searchParams;
      const from = (Number(query.get('page')) - 1) * Number(query.get('per_page'));
      const page = issues.toReversed().slice(from, from + Number(query.get('per_page')));
      return void response.end(JSON.stringify(page));
    }
    const { body } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { body: string };
    const made = { number: issues.length + 1, html_url: `https://github.test/${issues.length + 1}`, body };
    issues.push(made);
    if (losesNextAnswer) {
      losesNextAnswer = false;
      return void request.socket.destroy();
    }
    response.writeHead(201).end(JSON.stringify(made));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { apiUrl, issues, asked, close, loseNextAnswer: () => (losesNextAnswer = true) };
}
