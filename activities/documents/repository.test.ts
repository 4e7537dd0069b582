import { expect, it, onTestFinished } from 'vitest';
import { openPages } from '../../adapters/pages/open-pages.ts';
import type { RepositoryRequest } from '../../domain/ports/pages.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';
import { commentOf, issueOf, startGitHub } from '../../test/support/pages/github-server.ts';
import { openRefresh } from '../../test/support/steps/open-refresh.ts';

async function openRepository() {
  const github = await startGitHub({
    files: { 'docs/fuel.md': '# Fuel\n\nTwo tanks.' },
    issues: [issueOf(2), issueOf(1)],
    comments: { 1: [commentOf('Restart it.')], 2: [commentOf('Use the other pump.')] },
  });
  const sources = [{ github: 'acme/rocket', api_url: github.apiUrl }];
  const kb = { sources_dir: '', sources, links_file_path: null, public_urls: {} };
  const { sites } = sourceOrigins({ kb });
  const opened = await openRefresh({}, { origins: { sites } });
  const pages = openPages({ allowHosts: [github.host], userAgent: 'Steward' });
  onTestFinished(() => pages.close());
  Object.assign(opened.deps.pages, {
    repository: (request: RepositoryRequest) => pages.repository(request),
  });
  const id = (path: string) => `kb:${github.apiUrl}/acme/rocket/${path}`;
  return { ...opened, github, id };
}

const day = 86_400;

it('a repository is indexed; a thread describes itself, and is neither read nor described again while it stays as it is', async () => {
  const { refresh, described, index, later, github, id, deps } = await openRepository();
  expect(await refresh()).toMatchObject({ sources: 3 });
  const { anchors } = await deps.documents.textOf(id('issues/1'));
  expect(anchors).toEqual([['Issue 1 (#1)\nAnswer of the maintainers', 'issuecomment-1']]);
  expect(described).toEqual([id('blob/main/docs/fuel.md')]);
  expect(await index()).toContain(`${id('issues/1')}\nIssue 1 (#1): Restart it.`);
  later(day);
  github.asked.splice(0);
  expect(await refresh()).toMatchObject({ sources: 3, removed: 0 });
  expect(described).toEqual([]);
  expect(github.asked.some((path) => /tarball|comments/u.test(path))).toBe(false);
});

it('a page that is left out stays listed with its reason while the repository stays as it is, and one has its own title', async () => {
  const { refresh, later, github, id, errors, deps } = await openRepository();
  github.state.files = { 'docs/fuel.md': '# Fuel\n\nTwo tanks.', 'docs/_part.md': 'Words.' };
  expect(await refresh()).toMatchObject({ sources: 3, rejected: 1 });
  later(day);
  github.asked.splice(0);
  expect(await refresh()).toMatchObject({ sources: 3, rejected: 1, removed: 0 });
  expect((await errors())[id('blob/main/docs/_part.md')]).toMatch(/^Left out: its name begins/u);
  expect(github.asked.some((path) => path.includes('tarball'))).toBe(false);
  expect((await deps.documents.textOf(id('blob/main/docs/fuel.md'))).title).toBeNull();
});

it('an issue that is locked as spam, or gone, goes, and is listed with the reason; one that was answered anew is read again', async () => {
  const { refresh, index, later, github, id, errors } = await openRepository();
  await refresh();
  github.state.issues = [
    issueOf(1, { updated_at: '2026-02-01T00:00:00Z' }),
    issueOf(2, { active_lock_reason: 'spam' }),
  ];
  github.state.comments[1] = [commentOf('Restart it.'), commentOf('No: update it.')];
  expect(await refresh()).toMatchObject({ sources: 3 });
  later(day);
  expect(await refresh()).toMatchObject({ sources: 2, rejected: 1 });
  expect(await index()).toContain(`${id('issues/1')}\nIssue 1 (#1): No: update it.`);
  expect(await index()).not.toContain('issues/2');
  expect((await errors())[id('issues/2')]).toMatch(/^Left out: it is locked/u);
});

it('an issue that moves to another page of the list while it is read counts once', async () => {
  const { refresh, github } = await openRepository();
  github.state.issues = [issueOf(1), issueOf(2), issueOf(1)];
  expect(await refresh()).toMatchObject({ sources: 3, rejected: 0 });
});

it('what came before GitHub allows no further request stays, and the rest comes when it does', async () => {
  const { refresh, later, github, errors, index, id } = await openRepository();
  const url = `${github.apiUrl}/acme/rocket`;
  github.state.refuses['/repos/acme/rocket/issues/1'] = { status: 403, headers: { 'retry-after': '120' } };
  expect(await refresh()).toMatchObject({ sources: 2, rejected: 1 });
  expect((await errors())[url]).toContain('GitHub allows no further request for 2 min');
  github.state.refuses = {};
  later(100);
  expect(await refresh()).toMatchObject({ sources: 2 });
  later(30);
  github.asked.splice(0);
  expect(await refresh()).toMatchObject({ sources: 3, rejected: 0 });
  expect(github.asked).not.toContain('/repos/acme/rocket/issues/2/comments');
  expect(await index()).toContain(id('issues/1'));
});
