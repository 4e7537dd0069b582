import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { IndexCache, IndexCacheRecord } from '../../../domain/documents/index-cache.ts';
import { openIn, testFolder, testLog, testPaths, writeText } from '../testing.ts';

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
  const { documentIndex, sources } = openIn(folder);
  await documentIndex.publish(cache);
  expect(await sources.documentIndex()).toBe('kb:a.md\nAbout a.\n');
  expect(await openIn(folder).documentIndex.readCache()).toEqual(cache);
});

it('reads as empty before anything was published', async () => {
  const { documentIndex, sources } = openIn(testFolder());
  expect((await documentIndex.readCache()).sources).toEqual({});
  expect(await sources.documentIndex()).toBe('');
});

it.each([
  ['cut in half', '{"schema_version": 1, "sour'],
  ['from another version', '{"schema_version": 9, "generated_at": "2026-02-01T00:00:00Z", "sources": {}}'],
])('reads a cache that is %s as empty, with a warning, and leaves the index', async (_, text) => {
  const folder = testFolder();
  writeText(testPaths(folder).documentIndexCache, text);
  writeText(testPaths(folder).documentIndex, 'kb:a.md\nAbout a.\n');
  const log = testLog();
  const { documentIndex, sources } = openIn(folder, { log });
  expect((await documentIndex.readCache()).sources).toEqual({});
  expect(log.warnings).toEqual([expect.stringContaining(testPaths(folder).documentIndexCache)]);
  expect(await sources.documentIndex()).toBe('kb:a.md\nAbout a.\n');
});

it('writes the index again from the cache when a death came between the two', async () => {
  const folder = testFolder();
  const { documentIndex, sources } = openIn(folder);
  await documentIndex.publish(cacheOf({ 'kb:a.md': record('New.') }));
  writeText(testPaths(folder).documentIndex, 'kb:a.md\nOld.\n');
  await documentIndex.readCache();
  expect(await sources.documentIndex()).toBe('kb:a.md\nNew.\n');
});

it('leaves both files alone when no source changed', async () => {
  const folder = testFolder();
  const { documentIndex } = openIn(folder);
  await documentIndex.publish(cacheOf({ 'kb:a.md': record('About a.') }));
  const before = readFileSync(testPaths(folder).documentIndexCache, 'utf8');
  await documentIndex.publish({
    ...cacheOf({ 'kb:a.md': record('About a.') }),
    generated_at: '2027-01-01T00:00:00Z',
  });
  expect(readFileSync(testPaths(folder).documentIndexCache, 'utf8')).toBe(before);
  expect(existsSync(testPaths(folder).documentIndex)).toBe(true);
});
