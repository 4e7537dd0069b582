import { expect, it } from 'vitest';
import { PortError } from '../../domain/ports/errors.ts';
import { storageFailure, throwingPortErrors } from './storage-failure.ts';
import { openIn, testFolder, testPaths, writeText } from '../../test/support/storage/test-store.ts';

it('names the place and the way out when the folder of the text files cannot be made, and goes on without them', async () => {
  const folder = testFolder();
  writeText(testPaths(folder).libraryDir, 'a file');
  const storage = await openIn(folder);
  const message = expect.stringMatching(/team-knowledge.*: mkdir failed with E\w+\. Look at/u) as string;
  expect(await storage.inspect()).toEqual([{ severity: 'problem', message }]);
});

it.each([
  [{ code: 'ENOSPC', path: '/d', syscall: 'write' }, 'transient', 'storage_full'],
  [{ code: 'EACCES', path: '/d', syscall: 'open' }, 'transient', 'storage_unavailable'],
  [{ code: 'ENOTDIR', path: '/d', syscall: 'open' }, 'transient', 'storage_unavailable'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 5 }, 'transient', 'storage_busy'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'transient', 'storage_full'],
  [new TypeError('text of a member'), 'final', 'storage_failed'],
])('%j is %s: %s, in a sentence of our own', (error, kind, code) => {
  const failure = storageFailure(error);
  expect(failure).toMatchObject({ kind, code });
  expect(failure.message).not.toContain('text of a member');
});

it('lets no other error through a port', async () => {
  const port = throwingPortErrors({ fail: () => Promise.reject(new Error('raw')) });
  await expect(port.fail()).rejects.toBeInstanceOf(PortError);
});
