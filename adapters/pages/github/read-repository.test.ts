import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commentOf, issueOf, startGitHub } from '../../../test/support/pages/github-server.ts';
import { readTexts } from '../../../test/support/pages/read-repository.ts';
import { openPages } from '../open-pages.ts';

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
    expect(await readTexts(github)).toEqual({
      '/acme/rocket/blob/main/docs/guide/fuel.md': '# Fuel\n\nTwo tanks.',
      '/acme/rocket/blob/main/README.md': '# Rocket\n\nIt flies.',
      '/acme/rocket/releases/tag/v2': '# Release Two\n\nIt lands.',
    });
    expect(github.asked.filter((path) => path.includes('tarball'))).toHaveLength(1);
  });

  it('has pages that are links, and files that pages include, from anywhere in its archive', async () => {
    const github = await startGitHub({
      files: {
        'CHANGES.md': '# Changes\n\nIt flies higher.\n\n--8<-- "docs/_part.md"',
        'docs/_part.md': 'The shared words.',
        'docs/fuel.md': '# Fuel\n\n```ts\n--8<-- "src/rocket.ts"\n```\n\n--8<-- "../../etc/hostname"',
        'src/rocket.ts': 'fly()',
        '.env': 'KEY=1',
      },
      links: {
        'docs/changes.md': '../CHANGES.md',
        'docs/again.md': 'fuel.md',
        'docs/out.md': '../../out.md',
        'docs/absolute.md': '/etc/hostname',
        'docs/loop.md': 'loop.md',
      },
    });
    const nowhere =
      'Left out: it is larger than `pages.max_megabytes`, or a link that leads out of the repository or to no text.';
    expect(await readTexts(github, { read: ['docs'] })).toEqual({
      '/acme/rocket/blob/main/CHANGES.md': '# Changes\n\nIt flies higher.\n\nThe shared words.',
      '/acme/rocket/blob/main/docs/fuel.md': '# Fuel\n\n```ts\nfly()\n```\n',
      '/acme/rocket/blob/main/docs/_part.md':
        'Left out: its name begins with `_`, as names of parts of other pages do.',
      '/acme/rocket/blob/main/docs/out.md': nowhere,
      '/acme/rocket/blob/main/docs/absolute.md': nowhere,
      '/acme/rocket/blob/main/docs/loop.md': nowhere,
    });
  });

  it('says of each page why it is not read', async () => {
    const github = await startGitHub({
      files: {
        'docs/draft.md': '---\ndraft: true\n---\n# Soon',
        'docs/404.md': '# Not there',
        'docs/empty.md': ' ',
        'docs/large.md': randomBytes(500_001).toString('hex'),
        'docs/.hidden/a.md': '# Hidden',
      },
    });
    const texts = await readTexts(github, { read: ['docs'] });
    expect(texts).toEqual({
      '/acme/rocket/blob/main/docs/404.md': expect.stringContaining('addresses that are not there'),
      '/acme/rocket/blob/main/docs/draft.md': expect.stringMatching(/^Left out: .*draft/u),
      '/acme/rocket/blob/main/docs/empty.md': expect.stringContaining('There is no text in it.'),
      '/acme/rocket/blob/main/docs/large.md': expect.stringContaining('larger than `pages.max_megabytes`'),
    });
  });

  it('that has not moved on is not read again', async () => {
    const github = await startGitHub({
      files,
      issues: [issueOf(1)],
      comments: { 1: [commentOf('Restart it.')] },
    });
    const { sha } = github.state;
    const document = `${github.apiUrl}/acme/rocket/blob/main/docs/guide/fuel.md`;
    const texts = await readTexts(github, {
      heldVersion: (url) => (url.includes('/issues/') ? '2026-01-02T03:04:05Z' : sha),
      heldWith: (version) => (version === sha ? [document] : []),
    });
    expect(Object.values(texts)).toEqual([null, null, null]);
    expect(github.asked.some((path) => /tarball|comments/u.test(path))).toBe(false);
  });

  it('is found under its new name, and one without commits, issues or releases is empty', async () => {
    const github = await startGitHub({ refuses: { '/repos/acme/rocket/issues': { status: 410 } } });
    expect(await readTexts(github, { repository: 'acme/old' })).toEqual({});
  });

  it('whose archive grows beyond measure when it is unpacked is refused', async () => {
    const github = await startGitHub({ files: { 'docs/a.md': 'a'.repeat(60_000_000) } });
    await expect(readTexts(github, { read: ['docs'] })).rejects.toMatchObject({
      code: 'page_encoding',
      kind: 'final',
    });
  });

  it('that is not there is told, with its name', async () => {
    const github = await startGitHub({ refuses: { '/repos/acme/none': { status: 404 } } });
    await expect(readTexts(github, { repository: 'acme/none' })).rejects.toThrow(
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
    const error = await readTexts(github).then(
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
