import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceOrigins } from '../../../domain/documents/source-origins.ts';
import type { SearchHit } from '../../../domain/ports/sources.ts';
import { openIn, testFolder, testPaths, writeText } from '../../../test/support/storage/test-store.ts';
import { entriesByPriority, hitsByPriority } from './priorities.ts';

const hit = (sourceId: string, score: number): SearchHit => ({
  sourceId,
  score,
  title: sourceId,
  headings: [],
  snippet: '',
  likeness: 0,
  url: null,
});

const hits = [hit('kb:a.md', 3), hit('kb:new/b.md', 2.5), hit('kb:c.md', 1)];
const entries = ['team:t.txt', 'kb:a.md', 'kb:new/b.md', 'kb:c.md'].map((sourceId) => ({
  sourceId,
  description: '',
}));
const priorityOf = (sourceId: string) => (sourceId.startsWith('kb:new/') ? 6 : 0);

describe('priorities', () => {
  it('put a source before others that fit about as well, and bring in nothing', () => {
    const ids = hitsByPriority(hits, priorityOf).map(({ sourceId }) => sourceId);
    expect(ids).toEqual(['kb:new/b.md', 'kb:a.md', 'kb:c.md']);
  });

  it('order the documents of a shortlist, after the topics of the team', () => {
    const ids = entriesByPriority(entries, priorityOf).map(({ sourceId }) => sourceId);
    expect(ids).toEqual(['team:t.txt', 'kb:new/b.md', 'kb:a.md', 'kb:c.md']);
  });

  it('count in a search, and leave the whole index in its order', async () => {
    const folder = testFolder();
    const root = testPaths(folder).sourcesDir;
    const kb = { sources_dir: root, links_file_path: null, public_urls: {} };
    const source = { folder: join(root, 'new'), name: 'new', priority: 6 };
    const storage = await openIn(folder, { origins: sourceOrigins({ kb: { ...kb, sources: [source] } }) });
    const names = ['a.md', 'new/b.md', 'c.md'];
    for (const name of names) {
      writeText(join(root, name), '# Ports\n\nThe port is 8080.\n');
      await storage.documents.read({ sourceId: `kb:${name}`, relPath: name, sizeBytes: 1, mtimeNs: 1n });
    }
    const record = { source_type: 'file', content_hash: 'h', summary_pending: false } as const;
    const time = '2026-02-01T00:00:00Z';
    const described = { ...record, summary_text: 'About ports.', last_indexed_at: time };
    await storage.documentIndex.publish({
      schema_version: 1,
      generated_at: time,
      sources: Object.fromEntries(
        names.map((name) => [
          `kb:${name}`,
          { ...described, file: { rel_path: name, size_bytes: 1, mtime_ns: 1n } },
        ]),
      ),
    });
    const { sources } = storage;
    const [first] = await sources.search({ query: 'port', generation: 1, limit: 3 });
    expect(first?.sourceId).toBe('kb:new/b.md');
    const whole = await sources.shortlist({ query: 'port', generation: 1, maxTokens: 6_000 });
    expect(whole).toEqual({ text: await sources.combinedIndex(1), bySearch: false });
  });

  it('change nothing where the config names none', () => {
    expect(hitsByPriority(hits, () => 0)).toEqual(hits);
    expect(entriesByPriority(entries, () => 0)).toEqual(entries);
  });
});
