import { expect, it, onTestFinished } from 'vitest';
import { startGithub } from '../../test/support/pages/test-github.ts';
import { createGithubIssues } from './github-issues.ts';

async function open(options: Parameters<typeof startGithub>[0] = {}) {
  const github = await startGithub(options);
  onTestFinished(github.close);
  const { apiUrl } = github;
  return { ...github, port: createGithubIssues({ apiUrl, repository: 'acme/docs', token: 'github_pat_1' }) };
}

const draft = { mark: 'steward gap 7', title: 'Refunds', text: '## Refunds' };

it('opens an issue with the token, and the mark where no reader sees it', async () => {
  const { port, issues, asked } = await open();
  expect(await port.open(draft)).toEqual({ url: 'https://github.test/1' });
  expect(issues[0]?.body).toBe('## Refunds\n<!-- steward gap 7 -->\n');
  expect(asked.map(({ method, headers }) => [method, headers.authorization])).toEqual([
    ['GET', 'Bearer github_pat_1'],
    ['POST', 'Bearer github_pat_1'],
  ]);
});

it('cuts a text that GitHub would refuse', async () => {
  const { port, issues } = await open();
  await port.open({ ...draft, text: 'a'.repeat(70_000) });
  const [body = ''] = issues.map((issue) => issue.body);
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body).toMatch(/a…\n<!-- steward gap 7 -->\n$/u);
});

it('finds what an attempt opened whose answer was lost, behind a hundred newer issues', async () => {
  const { port, issues, loseNextAnswer } = await open();
  loseNextAnswer();
  await expect(port.open(draft)).rejects.toMatchObject({ kind: 'transient' });
  for (let at = 0; at < 100; at += 1) issues.push({ number: 100 + at, html_url: '', body: 'other' });
  expect(await port.open(draft)).toEqual({ url: 'https://github.test/1' });
  expect(issues.filter(({ body }) => body.includes('steward gap 7'))).toHaveLength(1);
});

it.each<[number, string, Record<string, string>?]>([
  [401, 'final'],
  [404, 'final'],
  [429, 'transient'],
  [502, 'transient'],
  [403, 'final'],
  [403, 'transient', { 'x-ratelimit-remaining': '0' }],
  [403, 'transient', { 'retry-after': '60' }],
])('HTTP %i is %s, and told without the token', async (status, kind, replyHeaders = {}) => {
  const { port } = await open({ status, replyHeaders });
  const failed = port.open(draft);
  await expect(failed).rejects.toMatchObject({ kind, code: 'issue_not_opened' });
  await expect(failed).rejects.not.toThrow(/github_pat/u);
});
