import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commitOn } from '../../../test/support/commit-on.ts';
import { testFolder, writeText } from '../../../test/support/storage/test-store.ts';
import { gitDays } from './git-days.ts';

/** Commits with files in the folder `docs` of a repository. */
function docsAfter(commits: Readonly<Record<string, readonly string[]>>): string {
  const dir = realpathSync(testFolder());
  for (const [day, files] of Object.entries(commits)) {
    for (const file of files) writeText(join(dir, 'docs', file), `Of ${day}.`);
    commitOn(day, dir);
  }
  return join(dir, 'docs');
}

it('names the day of each last commit, whatever the names', async () => {
  const days = await gitDays(
    docsAfter({
      '2024-03-01': ['a.md', 'guides/ü b.md'],
      '2025-05-02': ['a.md', 'c.md'],
      '2026-01-03': ['d.md'],
    }),
  );
  expect(Object.fromEntries(days)).toEqual({
    'a.md': '2025-05-02',
    'c.md': '2025-05-02',
    'guides/ü b.md': '2024-03-01',
    'd.md': '2026-01-03',
  });
});

it('says nothing of a clone without history, and of a folder that is in none', async () => {
  expect(await gitDays(docsAfter({ '2026-01-03': ['a.md', 'b.md', 'c.md'] }))).toEqual(new Map());
  expect(await gitDays(testFolder())).toEqual(new Map());
});

it('runs nothing that the settings of a repository name', async () => {
  const docs = docsAfter({ '2024-03-01': ['a.md'], '2025-05-02': ['b.md'], '2026-01-03': ['c.md'] });
  const run = join(docs, '..', 'run');
  const program = join(docs, '..', 'program');
  writeFileSync(program, `#!/bin/sh\ntouch ${run}\n`, { mode: 0o755 });
  const settings = [
    'core.fsmonitor',
    'core.pager',
    'core.sshCommand',
    'gpg.program',
    'diff.external',
    'core.editor',
  ];
  const set = (key: string, value: string) => execFileSync('git', ['-C', docs, 'config', key, value]);
  for (const key of settings) set(key, program);
  for (const key of ['log.showSignature', 'remote.origin.promisor']) set(key, 'true');
  set('remote.origin.url', 'ssh://nowhere.invalid/a');
  set('extensions.partialClone', 'origin');
  expect((await gitDays(docs)).size).toBe(3);
  expect(existsSync(run)).toBe(false);
});
