import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface GitHubState {
  /** Files of the repository by their paths. */
  files: Record<string, string>;
  /** The targets of links by their paths. */
  links: Record<string, string>;
  sha: string;
  issues: Record<string, unknown>[];
  comments: Record<number, Record<string, unknown>[]>;
  discussions: unknown[];
  releases: Record<string, unknown>[];
  /** Answers with this instead, by the beginning of a path. */
  refuses: Record<
    string,
    { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  >;
}

const empty: GitHubState = {
  files: {},
  links: {},
  sha: 'a'.repeat(40),
  issues: [],
  comments: {},
  discussions: [],
  releases: [],
  refuses: {},
};

export interface GitHubServer {
  readonly apiUrl: string;
  readonly host: string;
  readonly state: GitHubState;
  /** Paths asked for, with the token if one came. */
  readonly asked: string[];
  /** Paths whose answer was not known before. */
  readonly answered: string[];
}

export const issueOf = (number: number, over: Record<string, unknown> = {}) => ({
  number,
  title: `Issue ${number}`,
  body: 'It fails.',
  html_url: `http://HOST/acme/rocket/issues/${number}`,
  labels: [{ name: 'bug' }],
  locked: false,
  active_lock_reason: null,
  comments: 1,
  closed_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  ...over,
});

export const commentOf = (body: string, over: Record<string, unknown> = {}) => ({
  body,
  html_url: 'http://HOST/acme/rocket/issues/1#issuecomment-1',
  author_association: 'MEMBER',
  user: { login: 'maintainer', type: 'User' },
  reactions: { total_count: 0 },
  ...over,
});

/** Answers as GitHub documents its interface, for the repository `acme/rocket`, whose former name is `acme/old`. */
export async function startGitHub(initial: Partial<GitHubState> = {}): Promise<GitHubServer> {
  const state: GitHubState = { ...empty, ...initial, refuses: { ...initial.refuses } };
  const asked: string[] = [];
  const answered: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const { authorization } = request.headers;
    asked.push(`${url.pathname}${authorization ? ` ${authorization}` : ''}`);
    const json = (value: unknown, headers = {}) => sendJson({ request, response, answered }, value, headers);
    const [, refusal] = Object.entries(state.refuses).find(([path]) => url.pathname.startsWith(path)) ?? [];
    if (refusal)
      return void response
        .writeHead(refusal.status, refusal.headers)
        .end(refusal.body ?? '{"message":"No."}');
    if (url.pathname.startsWith('/repos/acme/old'))
      return void response
        .writeHead(301, {
          location: url.pathname.replace('/repos/acme/old', '/repos/acme/rocket') + url.search,
        })
        .end();
    const path = url.pathname.replace('/repos/acme/rocket', '');
    const paged = (items: readonly unknown[]) => {
      const [size, page] = [Number(url.searchParams.get('per_page')), Number(url.searchParams.get('page'))];
      const isLast = items.length <= size * page;
      json(items.slice(size * (page - 1), size * page), isLast ? {} : { link: '<http://next>; rel="next"' });
    };
    answer(path, { paged, json, response });
  });
  const answer = (path: string, { paged, json, response }: Answering) => {
    const number = Number(/^\/issues\/(\d+)\/comments$/u.exec(path)?.[1]);
    if (path === '') return json({ default_branch: 'main' });
    if (path === '/graphql') return json(graph(state));
    if (path === '/issues') return paged(state.issues);
    if (number > 0) return paged(state.comments[number] ?? []);
    if (path === '/releases') return paged(state.releases);
    if (path === '/readme') return json(readmeOf(state));
    if (path.startsWith('/commits/')) {
      if (Object.keys(state.files).length > 0) return json({ sha: state.sha });
      return void response.writeHead(409).end('{"message":"Git Repository is empty."}');
    }
    if (path.startsWith('/tarball/'))
      return void response.writeHead(200, { 'content-type': 'application/x-gzip' }).end(archiveOf(state));
    json(undefined);
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { apiUrl: `http://${host}`, host, state, asked, answered };
}

/** Of an answer that the caller has, only that it still holds. */
function sendJson(
  {
    request,
    response,
    answered,
  }: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly answered: string[] },
  value: unknown,
  headers: object,
) {
  const { host = '', 'if-none-match': known } = request.headers;
  const text = JSON.stringify(value ?? { message: 'Not Found' }).replaceAll('HOST', host);
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
  if (known === etag) return void response.writeHead(304, { etag }).end();
  answered.push(request.url ?? '');
  const status = value === undefined ? 404 : 200;
  response.writeHead(status, { 'content-type': 'application/json', etag, ...headers }).end(text);
}

interface Answering {
  readonly paged: (items: readonly unknown[]) => void;
  readonly json: (value: unknown) => void;
  readonly response: ServerResponse;
}

function readmeOf({ files, sha }: GitHubState) {
  const text = files['README.md'];
  if (text === undefined) return undefined;
  const content = Buffer.from(text).toString('base64');
  return { path: 'README.md', sha, content, html_url: 'http://HOST/acme/rocket/blob/main/README.md' };
}

const graph = ({ discussions: nodes }: GitHubState) => ({
  data: { repository: { discussions: { pageInfo: { hasNextPage: false, endCursor: null }, nodes } } },
});

function archiveOf({ files, links }: GitHubState): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'steward-archive-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'acme-rocket-aaaa', path)), { recursive: true });
    writeFileSync(join(folder, 'acme-rocket-aaaa', path), text);
  }
  for (const [path, target] of Object.entries(links))
    symlinkSync(target, join(folder, 'acme-rocket-aaaa', path));
  return execFileSync('tar', ['-cz', '-C', folder, 'acme-rocket-aaaa'], { maxBuffer: 100_000_000 });
}
