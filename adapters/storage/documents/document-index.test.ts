import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  serializeIndexCache,
  type IndexCache,
  type IndexCacheRecord,
} from '../../../domain/documents/index-cache.ts';
import {
  openIn,
  testFolder,
  testLog,
  testPaths,
  writeText,
} from '../../../test/support/storage/test-store.ts';

const record = (text: string): IndexCacheRecord => ({
  source_type: 'file',
  content_hash: 'hash',
  summary_text: text,
  last_indexed_at: '2026-02-01T00:00:00Z',
  summary_pending: text === '',
  file: { rel_path: 'a.md', size_bytes: 1, mtime_ns: 1_764_000_000_123_456_789n },
});

const cacheOf = (sources: IndexCache['sources']): IndexCache => ({
  schema_version: 1,
  generated_at: '2026-02-01T00:00:00Z',
  sources,
});

it('publishes index and cache, which come back as they were', async () => {
  const folder = testFolder();
  const cache = cacheOf({ 'kb:a.md': record('About a.'), 'kb:pending.md': record('') });
  const { documentIndex, sources } = await openIn(folder);
  await documentIndex.publish(cache);
  expect(await sources.documentIndex()).toBe('kb:a.md\nAbout a.\n');
  expect(await (await openIn(folder)).documentIndex.readCache()).toEqual(cache);
});

it('reads as empty before anything was published', async () => {
  const { documentIndex, sources } = await openIn(testFolder());
  expect((await documentIndex.readCache()).sources).toEqual({});
  expect(await sources.documentIndex()).toBe('');
});

it.each([
  ['cut in half', '{"schema_version": 1, "sour'],
  ['from another version', '{"schema_version": 9, "generated_at": "2026-02-01T00:00:00Z", "sources": {}}'],
])('reads a cache that is %s and was there before as empty, with a warning', async (_, text) => {
  const folder = testFolder();
  writeText(testPaths(folder).documentIndexCache, text);
  const log = testLog();
  const { documentIndex } = await openIn(folder, { log });
  expect((await documentIndex.readCache()).sources).toEqual({});
  expect(log.warnings).toEqual([expect.stringContaining(testPaths(folder).documentIndexCache)]);
});

it('takes in the cache that was there before', async () => {
  const folder = testFolder();
  const cache = cacheOf({ 'kb:a.md': record('About a.') });
  writeText(testPaths(folder).documentIndexCache, serializeIndexCache(cache));
  const { documentIndex, knownSources } = await openIn(folder);
  expect(await documentIndex.readCache()).toEqual(cache);
  expect(readFileSync(testPaths(folder).documentIndex, 'utf8')).toBe('kb:a.md\nAbout a.\n');
  expect(await knownSources.all()).toMatchObject([
    { sourceId: 'kb:a.md', kind: 'file', record: record('About a.') },
  ]);
});

it('is only printed: a file that was changed is written again by the next start', async () => {
  const folder = testFolder();
  const { documentIndex } = await openIn(folder);
  await documentIndex.publish(cacheOf({ 'kb:a.md': record('New.') }));
  writeText(testPaths(folder).documentIndex, 'kb:a.md\nOld.\n');
  expect(await (await openIn(folder)).sources.documentIndex()).toBe('kb:a.md\nNew.\n');
  expect(readFileSync(testPaths(folder).documentIndex, 'utf8')).toBe('kb:a.md\nNew.\n');
});

it('leaves both files alone when no source changed', async () => {
  const folder = testFolder();
  const { documentIndex } = await openIn(folder);
  await documentIndex.publish(cacheOf({ 'kb:a.md': record('About a.') }));
  const before = readFileSync(testPaths(folder).documentIndexCache, 'utf8');
  await documentIndex.publish({
    ...cacheOf({ 'kb:a.md': record('About a.') }),
    generated_at: '2027-01-01T00:00:00Z',
  });
  expect(readFileSync(testPaths(folder).documentIndexCache, 'utf8')).toBe(before);
  expect(existsSync(testPaths(folder).documentIndex)).toBe(true);
});
