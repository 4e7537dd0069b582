import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testFolder, testLog } from '../../../test/support/storage/test-store.ts';
import { openDocumentTables } from './document-tables.ts';
import { sourcesWith } from '../../../test/support/values/sources.ts';

const script = fileURLToPath(new URL('../../../test/support/processes/dying-build.ts', import.meta.url));

const [before, after] = [40, 20];

/** Kills a process that builds, when it has come to a source or has ended. */
async function buildUntil(path: string, stopAt: number): Promise<void> {
  const given = JSON.stringify({ path, word: 'hosts', count: after, stopAt });
  const child = spawn(process.execPath, [script, given], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(said.toString()).toBe(stopAt < after ? 'reading\n' : 'done\n');
}

describe('a process that is killed while it builds the search', () => {
  it.each([
    ['at the first source', 0, [before, 0]],
    ['in the middle', 10, [before, 0]],
    ['at the last source', after - 1, [before, 0]],
    ['at its end', after, [0, after]],
  ])('%s leaves the old search or the new one, whole, and the next one goes on', async (_, stopAt, left) => {
    const path = join(testFolder(), 'search.sqlite');
    const open = () => openDocumentTables(path, testLog());
    const first = open();
    await first.agree(() => sourcesWith('ports', before));
    first.close();
    await buildUntil(path, stopAt);

    const next = open();
    try {
      const found = () => ['ports', 'hosts'].map((word) => next.ranking.rank(word, 100).length);
      expect(found()).toEqual(left);
      await next.agree(() => sourcesWith('hosts', after));
      expect(found()).toEqual([0, after]);
    } finally {
      next.close();
    }
  });
});
