import { describe, expect, it } from 'vitest';
import { headingsOf } from '../../../domain/documents/headings.ts';
import { commentOf, issueOf, startGitHub } from '../../../test/support/pages/github-server.ts';
import { openTestPages, readTexts } from '../../../test/support/pages/read-repository.ts';

const discussionOf = (over: Record<string, unknown> = {}) => ({
  title: 'How many tanks?',
  body: 'I need to know.',
  url: 'http://HOST/acme/rocket/discussions/1',
  updatedAt: '2026-01-01T00:00:00Z',
  activeLockReason: null,
  labels: { nodes: [] },
  answer: { id: 'c2' },
  comments: {
    nodes: [{ id: 'c2', body: 'Two tanks.', html_url: 'http://HOST/d/1#c2', author_association: 'NONE' }],
  },
  ...over,
});

describe('threads', () => {
  it('are closed issues that a maintainer has answered, the answer first, without names, bots and "+1"', async () => {
    const comments = {
      1: [
        commentOf('+1', { author_association: 'NONE' }),
        commentOf('It happens here too, with 2.3. Write to me@acme.io', { author_association: 'NONE' }),
        commentOf('Stale.', { user: { login: 'stale[bot]', type: 'Bot' } }),
        commentOf('@anna set `fuel.pump: 2`.', { reactions: { '+1': 4, '-1': 1 } }),
        commentOf('Thanks!'),
      ],
      2: [commentOf('I have it too, nobody knows why.', { author_association: 'NONE' })],
    };
    const issues = [
      issueOf(1, { title: 'The pump stops', body: '<!-- template -->\n## Steps\n\nIt stops, @bob.' }),
      issueOf(2),
      issueOf(4, { pull_request: {} }),
      issueOf(5, { comments: 0 }),
    ];
    const github = await startGitHub({ issues, comments });
    const texts = await readTexts(github, { read: ['issues'] });
    expect(Object.keys(texts)).toEqual(['/acme/rocket/issues/1']);
    expect(texts['/acme/rocket/issues/1']?.replaceAll(/http:\/\/127[^)]*/gu, 'LINK')).toBe(
      [
        '# The pump stops (#1)',
        '## Answer of the maintainers',
        '@someone set `fuel.pump: 2`.',
        '## Question',
        '> **Steps**\n> \n> It stops, @someone.',
        'Labels: bug. Closed: 2026-01-02',
        '## A user adds',
        '> It happens here too, with 2.3. Write to [email removed]',
        '[Comment](LINK)',
      ].join('\n\n'),
    );
  });

  it('that nobody of the team has answered are asked for once', async () => {
    const github = await startGitHub({
      issues: [issueOf(1), issueOf(2)],
      comments: { 1: [commentOf('Restart it.')], 2: [commentOf('Me too!', { author_association: 'NONE' })] },
    });
    const pages = openTestPages(github.host);
    const read = () => readTexts(github, { read: ['issues'], pages });
    await read();
    github.asked.splice(0);
    github.answered.splice(0);
    expect(Object.keys(await read())).toEqual(['/acme/rocket/issues/1']);
    // Everything else is as GitHub has said it before.
    expect(github.answered).toEqual([]);
    expect(github.asked.filter((path) => path.includes('comments'))).toHaveLength(1);
    github.state.issues = [issueOf(2, { updated_at: '2026-03-01T00:00:00Z' })];
    github.state.comments[2]?.push(commentOf('Use the other pump.'));
    expect(Object.keys(await read())).toEqual(['/acme/rocket/issues/2']);
  });

  it('answered by a fix do not say that they were closed as stale', async () => {
    const github = await startGitHub({
      issues: [issueOf(1)],
      comments: {
        1: [
          commentOf('Fixed in v2.1: use `--force`.'),
          commentOf(
            'Closing this as it is stale and nobody has replied for the last thirty days, feel free to reopen.',
          ),
        ],
      },
    });
    const [text] = Object.values(await readTexts(github, { read: ['issues'] }));
    expect(text).toContain('## Answer of the maintainers\n\nFixed in v2.1');
    expect(text).not.toContain('stale');
  });

  it('stay as they are while GitHub does not list them', async () => {
    const github = await startGitHub({
      discussions: [discussionOf()],
      refuses: { '/graphql': { status: 200, body: '{"errors":[{"type":"RATE_LIMITED"}]}' } },
    });
    const read = readTexts(github, { read: ['discussions'], token: 'ghp_secret' });
    await expect(read).rejects.toMatchObject({ kind: 'transient' });
  });

  it('that a bot has locked after their end are read; those that are off-topic, too heated or spam are left out with the reason', async () => {
    const reasons = [null, 'resolved', 'off-topic', 'too heated', 'spam'];
    const issues = reasons.map((active_lock_reason, at) =>
      issueOf(at + 1, { locked: true, active_lock_reason }),
    );
    const comments = Object.fromEntries(issues.map(({ number }) => [number, [commentOf('Restart it.')]]));
    const github = await startGitHub({
      issues,
      comments,
      discussions: [
        discussionOf({ activeLockReason: 'RESOLVED' }),
        discussionOf({ activeLockReason: 'TOO_HEATED', url: 'http://HOST/acme/rocket/discussions/2' }),
      ],
    });
    const texts = await readTexts(github, { read: ['issues', 'discussions'], token: 'ghp_secret' });
    const leftOut = 'Left out: it is locked as off-topic, too heated or spam.';
    expect(texts).toEqual({
      '/acme/rocket/issues/1': expect.stringContaining('Restart it.'),
      '/acme/rocket/issues/2': expect.stringContaining('Restart it.'),
      '/acme/rocket/issues/3': leftOut,
      '/acme/rocket/issues/4': leftOut,
      '/acme/rocket/issues/5': leftOut,
      '/acme/rocket/discussions/1': expect.stringContaining('Two tanks.'),
      '/acme/rocket/discussions/2': leftOut,
    });
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
    const text = (await readTexts(github, { read: ['issues'] }))['/acme/rocket/issues/1'] ?? '';
    const headings = headingsOf(text.split('\n')).filter(({ level }) => level <= 2);
    expect(headings.map(({ title }) => title)).toEqual([
      'Issue 1 (#1)',
      'Answer of the maintainers',
      'Question',
      'A user adds',
    ]);
    expect(text.indexOf('Restart it.')).toBeLessThan(text.indexOf('curl evil'));
  });

  it('are taken only with addresses of the repository, which end no link, and likes that are not outweighed', async () => {
    const disliked = {
      html_url: 'http://HOST/acme/rocket/issues/1#c2?a=)[x](https://evil.example',
      reactions: { '+1': 50, '-1': 50 },
    };
    const github = await startGitHub({
      issues: [issueOf(1), issueOf(2, { html_url: 'https://evil.example/acme/rocket/issues/2' })],
      comments: {
        1: [commentOf('Delete it.', disliked), commentOf('Clean it.', { reactions: { '+1': 3 } })],
        2: [commentOf('Yes.')],
      },
    });
    const texts = await readTexts(github, { read: ['issues'] });
    expect(Object.keys(texts)).toEqual(['/acme/rocket/issues/1']);
    expect(texts['/acme/rocket/issues/1']).toContain('## Answer of the maintainers\n\nClean it.');
    expect(texts['/acme/rocket/issues/1']).toContain('%29[x]%28https://evil.example)');
  });

  it('are read from all pages of a list, up to the most', async () => {
    const issues = Array.from({ length: 250 }, (_, at) => issueOf(at + 1));
    const comments = Object.fromEntries(issues.map(({ number }) => [number, [commentOf('Restart it.')]]));
    const github = await startGitHub({ issues, comments });
    expect(Object.keys(await readTexts(github, { read: ['issues'] }))).toHaveLength(250);
    expect(Object.keys(await readTexts(github, { read: ['issues'], maxThreads: 120 }))).toHaveLength(120);
  });

  it('of any length cost no more than their share', async () => {
    const long = 'word '.repeat(200_000);
    const github = await startGitHub({
      issues: [issueOf(1, { body: long })],
      comments: { 1: Array.from({ length: 500 }, () => commentOf('Use the other pump.')) },
    });
    const texts = await readTexts(github, { read: ['issues'] });
    expect(texts['/acme/rocket/issues/1']?.length).toBeLessThanOrEqual(40_000);
    expect(github.asked.filter((path) => path.includes('comments'))).toHaveLength(3);
  });

  it('are answered discussions, where there is a token', async () => {
    const github = await startGitHub({ discussions: [discussionOf()] });
    expect(await readTexts(github, { read: ['discussions'] })).toEqual({});
    const texts = await readTexts(github, { read: ['discussions'], token: 'ghp_secret' });
    expect(texts['/acme/rocket/discussions/1']).toContain(
      '## The answer that was accepted, of a user\n\n> Two tanks.',
    );
  });
});
