import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PortError } from '../../domain/ports/errors.ts';
import { storageFailure, throwingPortErrors } from './storage-failure.ts';
import { openIn, testFolder, testPaths, writeText } from '../../test/support/storage/test-store.ts';

it('names the place and the way out when a folder cannot be made', async () => {
  const folder = testFolder();
  writeText(testPaths(folder).libraryDir, 'a file');
  await expect(openIn(folder)).rejects.toThrow(PortError);
  await expect(openIn(folder)).rejects.toThrow(/team-knowledge: mkdir failed with EEXIST\. Look at/);
});

it.each([
  [{ code: 'ENOSPC', path: '/d', syscall: 'write' }, 'transient', 'storage_full'],
  [{ code: 'EACCES', path: '/d', syscall: 'open' }, 'transient', 'storage_unavailable'],
  [{ code: 'ENOTDIR', path: '/d', syscall: 'open' }, 'final', 'storage_unavailable'],
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

it('opens nothing half: a failed start leaves no lock and nothing taken in', async () => {
  const folder = testFolder();
  writeText(join(folder, 'data/team-knowledge/state.json'), '{"last_processed_qa_id": "x"}');
  await expect(openIn(folder)).rejects.toThrow(/which is no qa_id/);
  expect(existsSync(join(folder, 'data/team-knowledge/.store'))).toBe(false);
  writeText(join(folder, 'data/team-knowledge/state.json'), '{"last_processed_qa_id": ""}');
  await openIn(folder);
  expect(readFileSync(testPaths(folder).teamState, 'utf8')).toContain('""');
});
