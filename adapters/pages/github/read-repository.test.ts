import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commentOf, issueOf, startGitHub } from '../../../test/support/pages/github-server.ts';
import { readTexts } from '../../../test/support/pages/read-repository.ts';
import { openPages } from '../open-pages.ts';
import { readArchive } from './read-archive.ts';

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
        'docs/env.md': '../.env',
      },
    });
    const nowhere =
      'Left out: it is larger than `pages.max_megabytes`, or a link to a hidden file, to no text, or out of the repository.';
    expect(await readTexts(github, { read: ['docs'] })).toEqual({
      '/acme/rocket/blob/main/CHANGES.md': '# Changes\n\nIt flies higher.\n\nThe shared words.',
      '/acme/rocket/blob/main/docs/fuel.md': '# Fuel\n\n```ts\nfly()\n```\n',
      '/acme/rocket/blob/main/docs/_part.md':
        'Left out: its name begins with `_`, as names of parts of other pages do.',
      '/acme/rocket/blob/main/docs/out.md': nowhere,
      '/acme/rocket/blob/main/docs/absolute.md': nowhere,
      '/acme/rocket/blob/main/docs/env.md': nowhere,
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
    const url = `${github.apiUrl}/acme/rocket/blob/main/docs/guide/fuel.md`;
    const held = [{ url, version: `${sha} docs 1` }];
    const texts = await readTexts(github, {
      heldVersion: (url) => (url.includes('/issues/') ? '2026-01-02T03:04:05Z' : sha),
      heldWith: (beginning) => (beginning === `${sha} docs ` ? held : []),
    });
    expect(Object.values(texts)).toEqual([null, null, null]);
    expect(github.asked.some((path) => /tarball|comments/u.test(path))).toBe(false);
    const elsewhere = await readTexts(github, {
      folder: 'src',
      heldWith: (beginning) => (beginning === `${sha} docs ` ? held : []),
    });
    expect(elsewhere).not.toHaveProperty('/acme/rocket/blob/main/docs/guide/fuel.md');
    // The refresh before this one died among its documents.
    const whole = await readTexts(github, { heldWith: () => [{ url, version: `${sha} docs 2` }] });
    expect(whole['/acme/rocket/blob/main/docs/guide/fuel.md']).toBe('# Fuel\n\nTwo tanks.');
  });

  it('has releases that name nobody, and that are read again when their words change', async () => {
    const release = (body: string) => ({
      name: 'Two',
      tag_name: 'v2',
      body,
      html_url: 'http://HOST/acme/rocket/releases/tag/v2',
      published_at: '2026-01-01T00:00:00Z',
    });
    const github = await startGitHub({ releases: [release('Use port 8080. Thanks to @anna')] });
    const versions: string[] = [];
    const read = () =>
      readTexts(github, { read: ['releases'], heldVersion: () => versions.at(-1) ?? null, seen: versions });
    expect(Object.values(await read())).toEqual([
      '# Release Two\n\nPublished 2026-01-01.\n\nUse port 8080. Thanks to @someone',
    ]);
    expect(Object.values(await read())).toEqual([null]);
    github.state.releases = [release('Use port 9090. Thanks to @anna')];
    expect(Object.values(await read())).toEqual([expect.stringContaining('9090')]);
  });

  it('whose archive has more files than any repository is refused', async () => {
    const github = await startGitHub({ files });
    const answer = await fetch(`${github.apiUrl}/repos/acme/rocket/tarball/main`);
    const body = Readable.from([Buffer.from(await answer.arrayBuffer())]) as never;
    const limits = { maxBytes: 1_000_000, maxFileBytes: 1_000, maxEntries: 3 };
    await expect(readArchive(body, { isChosen: () => false, ...limits })).rejects.toMatchObject({
      code: 'page_too_large',
    });
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

  const secondary = '{"message":"You have exceeded a secondary rate limit."}';
  it.each([
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'SOON' }, 403, 1_800],
    [{ 'retry-after': '90' }, 403, 90],
    [{ 'retry-after': '60' }, 429, 60],
    [{}, 403, 60],
  ])('waits as long as GitHub says: %j', async (headers, status, seconds) => {
    const reset = String(Math.ceil(Date.now() / 1_000) + 1_800);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('SOON', reset)]),
    );
    const github = await startGitHub({
      refuses: { '/repos/acme/rocket/issues': { status, headers: sent, body: secondary } },
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
