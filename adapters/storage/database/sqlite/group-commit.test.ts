import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testFolder } from '../../../../test/support/storage/test-store.ts';
import { createGroupCommit } from './group-commit.ts';
import { openSqlite } from './sqlite.ts';

/** A disk whose syncs end when the test says so. */
function open() {
  const path = join(testFolder(), 'steward.sqlite');
  openSqlite(path);
  const syncs: PromiseWithResolvers<void>[] = [];
  const sync = () => {
    const running = Promise.withResolvers<void>();
    syncs.push(running);
    return running.promise;
  };
  const commits = createGroupCommit(path, { sync });
  const port = {
    write: () => {
      commits.note();
      return commits.onDisk();
    },
    read: () => commits.onDisk(),
  };
  const ended: string[] = [];
  const note = (name: string) => (work: Promise<unknown>) =>
    work.then(
      () => ended.push(name),
      (error: Error) => ended.push(`${name} failed: ${error.message}`),
    );
  return { commits, port, syncs, ended, note };
}

const soon = () => sleep(10);

it('lets a write return only when the disk has it, and what is written meanwhile share the next sync', async () => {
  const { port, syncs, ended, note } = open();
  const works = [note('a')(port.write())];
  await soon();
  works.push(note('b')(port.write()), note('c')(port.write()));
  await soon();
  expect({ syncs: syncs.length, ended }).toEqual({ syncs: 1, ended: [] });
  syncs[0]?.resolve();
  await expect.poll(() => ({ syncs: syncs.length, ended })).toEqual({ syncs: 2, ended: ['a'] });
  syncs[1]?.resolve();
  await Promise.all(works);
  expect({ syncs: syncs.length, ended }).toEqual({ syncs: 2, ended: ['a', 'b', 'c'] });
});

it('shows nobody what a power cut could still take back', async () => {
  const { port, syncs, ended, note } = open();
  await port.read();
  expect(syncs).toEqual([]);
  const works = [note('write')(port.write()), note('read')(port.read())];
  await soon();
  expect(ended).toEqual([]);
  syncs[0]?.resolve();
  await Promise.all(works);
  expect(syncs).toHaveLength(1);
});

it('fails whatever comes after a sync that failed, and says so to whoever ends the process', async () => {
  const { commits, port, syncs, ended, note } = open();
  const works = [note('first')(port.write())];
  await soon();
  syncs[0]?.reject(Object.assign(new Error('fdatasync'), { code: 'EIO' }));
  await Promise.all(works);
  await note('second')(port.write());
  const sentence =
    'The disk did not confirm what was written to the database (EIO). Look at the disk, then start Steward again.';
  expect({ syncs: syncs.length, ended }).toEqual({
    syncs: 1,
    ended: [`first failed: ${sentence}`, `second failed: ${sentence}`],
  });
  await expect(commits.failed).rejects.toThrow(sentence);
});

it('is lost when the log is gone before the first commit', async () => {
  const path = join(testFolder(), 'steward.sqlite');
  writeFileSync(path, '');
  const commits = createGroupCommit(path);
  commits.note();
  await expect(commits.onDisk()).rejects.toMatchObject({ code: 'storage_gone' });
  await expect(commits.failed).rejects.toMatchObject({ code: 'storage_gone' });
});
