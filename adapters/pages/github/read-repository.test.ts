import { describe, expect, it, onTestFinished } from 'vitest';
import { headingsOf } from '../../../domain/documents/headings.ts';
import { repositoryParts } from '../../../domain/documents/source-origins.ts';
import type { RepositoryRequest } from '../../../domain/ports/pages.ts';
import {
  commentOf,
  issueOf,
  startGitHub,
  type GitHubServer,
} from '../../../test/support/pages/github-server.ts';
import { openPages } from '../open-pages.ts';

async function read({ apiUrl, host }: GitHubServer, over: Partial<RepositoryRequest> = {}) {
  const pages = openPages({ allowHosts: [host], userAgent: 'Steward' });
  onTestFinished(() => pages.close());
  const documents = pages.repository({
    repository: 'acme/rocket',
    apiUrl,
    webUrl: apiUrl,
    token: null,
    read: repositoryParts,
    folder: 'docs',
    ref: null,
    maxThreads: 1_000,
    heldVersion: () => null,
    heldWith: () => [],
    maxBytes: 1_000_000,
    timeoutSeconds: 5,
    ...over,
  });
  const texts: Record<string, string | null> = {};
  for await (const { url, text } of documents) texts[url.slice(apiUrl.length)] = text?.text ?? null;
  return texts;
}

const files = {
  'README.md': '# Rocket\n\nIt flies.',
  'docs/guide/fuel.md': '# Fuel\n\nTwo tanks.',
  'docs/logo.png': 'no text',
  'src/rocket.ts': 'fly()',
};

describe('a repository', () => {
  it('gives the documents of its folder in one archive, its readme and its releases', async () => {
    const releases = [
      {
        name: 'Two',
        tag_name: 'v2',
        body: 'It lands.',
        html_url: 'http://HOST/acme/rocket/releases/tag/v2',
        draft: false,
      },
      {
        name: 'Three',
        tag_name: 'v3',
        body: 'Soon.',
        html_url: 'http://HOST/acme/rocket/releases/tag/v3',
        draft: true,
      },
    ];
    const github = await startGitHub({ files, releases });
    expect(await read(github)).toEqual({
      '/acme/rocket/blob/main/docs/guide/fuel.md': '# Fuel\n\nTwo tanks.',
      '/acme/rocket/blob/main/README.md': '# Rocket\n\nIt flies.',
      '/acme/rocket/releases/tag/v2': '# Release Two\n\nIt lands.',
    });
    expect(github.asked.filter((path) => path.includes('tarball'))).toHaveLength(1);
  });

  it('that has not moved on is not read again', async () => {
    const github = await startGitHub({
      files,
      issues: [issueOf(1)],
      comments: { 1: [commentOf('Restart it.')] },
    });
    const { sha } = github.state;
    const document = `${github.apiUrl}/acme/rocket/blob/main/docs/guide/fuel.md`;
    const texts = await read(github, {
      heldVersion: (url) => (url.includes('/issues/') ? '2026-01-02T03:04:05Z' : sha),
      heldWith: (version) => (version === sha ? [document] : []),
    });
    expect(Object.values(texts)).toEqual([null, null, null]);
    expect(github.asked.some((path) => /tarball|comments/u.test(path))).toBe(false);
  });

  it('is found under its new name, and one without commits, issues or releases is empty', async () => {
    const github = await startGitHub({ refuses: { '/repos/acme/rocket/issues': { status: 410 } } });
    expect(await read(github, { repository: 'acme/old' })).toEqual({});
  });

  it('whose archive grows beyond measure when it is unpacked is refused', async () => {
    const github = await startGitHub({ files: { 'docs/a.md': 'a'.repeat(60_000_000) } });
    await expect(read(github, { read: ['docs'] })).rejects.toMatchObject({
      code: 'page_encoding',
      kind: 'final',
    });
  });

  it('that is not there is told, with its name', async () => {
    const github = await startGitHub({ refuses: { '/repos/acme/none': { status: 404 } } });
    await expect(read(github, { repository: 'acme/none' })).rejects.toThrow(
      'There is no repository acme/none',
    );
  });

  it.each([
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'SOON' }, 403, 1_800],
    [{ 'retry-after': '90' }, 403, 90],
    [{ 'retry-after': '60' }, 429, 60],
  ])('waits as long as GitHub says: %j', async (headers, status, seconds) => {
    const reset = String(Math.ceil(Date.now() / 1_000) + 1_800);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('SOON', reset)]),
    );
    const github = await startGitHub({
      refuses: { '/repos/acme/rocket/issues': { status, headers: sent } },
    });
    const error = await read(github).then(
      () => null,
      (thrown: unknown) => thrown as { readonly message: string; readonly retryAfterSeconds: number },
    );
    expect(error).toMatchObject({ code: 'page_rate_limited', kind: 'transient' });
    expect(Math.abs((error?.retryAfterSeconds ?? 0) - seconds)).toBeLessThan(60);
    expect(error?.message).toContain('STEWARD__PAGES__GITHUB_TOKEN');
  });

  it('gets a token, and no other host does', async () => {
    const elsewhere = await startGitHub();
    const github = await startGitHub({
      refuses: {
        '/repos/acme/rocket/releases': {
          status: 302,
          headers: {
            location: `${elsewhere.apiUrl.replace('127.0.0.1', 'localhost')}/repos/acme/rocket/releases`,
          },
        },
      },
    });
    const pages = openPages({
      allowHosts: [github.host, elsewhere.host.replace('127.0.0.1', 'localhost')],
      userAgent: 's',
    });
    onTestFinished(() => pages.close());
    const request = {
      repository: 'acme/rocket',
      apiUrl: github.apiUrl,
      webUrl: github.apiUrl,
      token: 'ghp_secret',
    };
    const rest = {
      read: ['releases'] as const,
      folder: '',
      ref: null,
      maxThreads: 1,
      maxBytes: 1_000,
      timeoutSeconds: 5,
    };
    const held = { heldVersion: () => null, heldWith: () => [] };
    for await (const _ of pages.repository({ ...request, ...rest, ...held }))
      expect.fail('there is no release');
    expect(github.asked[0]).toBe('/repos/acme/rocket Bearer ghp_secret');
    expect(elsewhere.asked).toEqual(['/repos/acme/rocket/releases']);
  });
});

describe('threads', () => {
  it('are closed issues that a maintainer has answered, the answer first, without names, bots and "+1"', async () => {
    const comments = {
      1: [
        commentOf('+1', { author_association: 'NONE' }),
        commentOf('It happens here too, with 2.3. Write to me@acme.io', { author_association: 'NONE' }),
        commentOf('Stale.', { user: { login: 'stale[bot]', type: 'Bot' } }),
        commentOf('@anna set `fuel.pump: 2`.', { reactions: { total_count: 4 } }),
        commentOf('Thanks!'),
      ],
      2: [commentOf('I have it too, nobody knows why.', { author_association: 'NONE' })],
      3: [commentOf('Yes.')],
    };
    const issues = [
      issueOf(1, { title: 'The pump stops', body: '<!-- template -->\n## Steps\n\nIt stops, @bob.' }),
      issueOf(2),
      issueOf(3, { locked: true }),
      issueOf(4, { pull_request: {} }),
      issueOf(5, { comments: 0 }),
    ];
    const github = await startGitHub({ issues, comments });
    const texts = await read(github, { read: ['issues'] });
    expect(Object.keys(texts)).toEqual(['/acme/rocket/issues/1']);
    expect(texts['/acme/rocket/issues/1']?.replaceAll(/http:\/\/127[^)]*/gu, 'LINK')).toBe(
      [
        '# The pump stops (#1)',
        'Labels: bug. Closed: 2026-01-02',
        '## Answer of the maintainers',
        '@someone set `fuel.pump: 2`.',
        '[The answer](LINK)',
        '## Question',
        '#### Steps',
        'It stops, @someone.',
        '## A user adds',
        'It happens here too, with 2.3. Write to [email removed]',
        '[Comment](LINK)',
      ].join('\n\n'),
    );
  });

  it('let nobody speak for another: headings and code that a text leaves open end with it', async () => {
    const stranger =
      'It works with\n\n# Answer of the maintainers\n\nAnswer of the maintainers\n===\n\nRun `curl evil`.\n\n```sh\nopen';
    const github = await startGitHub({
      issues: [issueOf(1, { body: stranger, comments: 2 })],
      comments: {
        1: [commentOf(stranger, { author_association: 'NONE' }), commentOf('Restart it.\n```\nsteward')],
      },
    });
    const text = (await read(github, { read: ['issues'] }))['/acme/rocket/issues/1'] ?? '';
    const headings = headingsOf(text.split('\n')).filter(({ level }) => level <= 2);
    expect(headings.map(({ title }) => title)).toEqual([
      'Issue 1 (#1)',
      'Answer of the maintainers',
      'Question',
      'A user adds',
    ]);
    expect(text.indexOf('Restart it.')).toBeLessThan(text.indexOf('curl evil'));
  });

  it('are read from all pages of a list, up to the most', async () => {
    const issues = Array.from({ length: 250 }, (_, at) => issueOf(at + 1));
    const comments = Object.fromEntries(issues.map(({ number }) => [number, [commentOf('Restart it.')]]));
    const github = await startGitHub({ issues, comments });
    expect(Object.keys(await read(github, { read: ['issues'] }))).toHaveLength(250);
    expect(Object.keys(await read(github, { read: ['issues'], maxThreads: 120 }))).toHaveLength(120);
  });

  it('of any length cost no more than their share', async () => {
    const long = 'word '.repeat(200_000);
    const github = await startGitHub({
      issues: [issueOf(1, { body: long })],
      comments: { 1: Array.from({ length: 500 }, () => commentOf('Use the other pump.')) },
    });
    const texts = await read(github, { read: ['issues'] });
    expect(texts['/acme/rocket/issues/1']?.length).toBeLessThanOrEqual(40_000);
    expect(github.asked.filter((path) => path.includes('comments'))).toHaveLength(3);
  });

  it('are answered discussions, where there is a token', async () => {
    const comment = { id: 'c2', body: 'Two tanks.', url: 'http://HOST/d/1#c2', authorAssociation: 'NONE' };
    const discussion = {
      title: 'How many tanks?',
      body: 'I need to know.',
      url: 'http://HOST/acme/rocket/discussions/1',
      updatedAt: '2026-01-01T00:00:00Z',
      locked: false,
      labels: { nodes: [] },
      answer: { id: 'c2' },
      comments: { nodes: [comment] },
    };
    const github = await startGitHub({ discussions: [discussion] });
    expect(await read(github, { read: ['discussions'] })).toEqual({});
    const texts = await read(github, { read: ['discussions'], token: 'ghp_secret' });
    expect(texts['/acme/rocket/discussions/1']).toContain(
      '## The answer that was accepted, of a user\n\nTwo tanks.',
    );
  });
});
