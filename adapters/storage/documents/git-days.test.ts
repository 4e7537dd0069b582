import { realpathSync } from 'node:fs';
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
