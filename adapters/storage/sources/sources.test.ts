import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../domain/values/content-hash.ts';
import type { StorageOptions } from '../open-storage.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { openIn, pair, testFolder, writeText } from '../../../test/support/storage/test-store.ts';

/** Documents, of which those named are in the index, and a topic `gpu-help`. */
async function opened(
  files: Readonly<Record<string, string>>,
  indexed = Object.keys(files),
  options: Partial<StorageOptions> = {},
) {
  const folder = testFolder();
  const root = join(folder, 'docs');
  for (const [name, text] of Object.entries(files)) writeText(join(root, name), text);
  const publicUrls = { 'guides/': 'https://docs.example.com/guides/' };
  const storage = await openIn(folder, { publicUrls, ...options });
  const record = (name: string) => ({
    source_type: 'file' as const,
    content_hash: 'hash',
    summary_text: `About ${name}.`,
    last_indexed_at: '2026-02-01T00:00:00Z',
    summary_pending: false,
    file: { rel_path: name, size_bytes: 1, mtime_ns: 1n },
  });
  // As a refresh does: a store that hosts share keeps what it has read.
  const { files: found } = Object.keys(files).length > 0 ? await storage.documents.discover() : { files: [] };
  for (const file of found) await storage.documents.read(file);
  await storage.documentIndex.publish({
    schema_version: 1,
    generated_at: '2026-02-01T00:00:00Z',
    sources: Object.fromEntries(indexed.map((name) => [`kb:${name}`, record(name)])),
  });
  await addPair(storage.library, pair(1), { slug: 'gpu-help' });
  return { ...storage, folder, root };
}

describe('the combined index', () => {
  it('is the documents, then the topics of that generation', async () => {
    const { sources, library } = await opened({ 'a.md': 'A' });
    expect(await sources.combinedIndex(1)).toBe('kb:a.md\nAbout a.md.\n\nteam:gpu-help.txt\nQuestion 1\n');
    const next = await library.openGeneration('run');
    expect(await sources.combinedIndex(next)).toBe('kb:a.md\nAbout a.md.\n');
  });
});

/** One host has the store and the folder. */
const ofFolder = { postgres: null };

describe('load', () => {
  it('gives a document with title, text and public address', async () => {
    const text = '# Set *up*\n\nDo so.\n';
    const { sources } = await opened({ 'guides/set up.md': text });
    expect(await sources.load('kb:guides/set up.md', 1)).toEqual({
      sourceId: 'kb:guides/set up.md',
      title: 'Set up',
      text,
      url: 'https://docs.example.com/guides/set%20up',
      contentHash: contentHash(text),
      anchors: [['Set up', 'set-up']],
    });
  });

  it('reads the front matter of a document: title, text and address', async () => {
    const text =
      '---\ntitle: Refund policy\ndescription: When money goes back.\nslug: refunds\ndate: 2025-03-01\n---\n\nWithin 30 days.\n';
    const { sources } = await opened({ 'guides/page-7.md': text });
    const loaded = await sources.load('kb:guides/page-7.md', 1);
    expect(loaded).toMatchObject({
      title: 'Refund policy',
      text: '# Refund policy\n\nWhen money goes back.\n\nWithin 30 days.\n',
      url: 'https://docs.example.com/guides/refunds',
      date: '2025-03-01',
    });
    const [hit] = await sources.search({ query: 'refund policy', generation: 1, limit: 1 });
    expect(hit).toMatchObject({ sourceId: 'kb:guides/page-7.md', title: 'Refund policy' });
  });

  it('gives a topic of the generation that is asked for', async () => {
    const { sources, library } = await opened({});
    const loaded = await sources.load('team:gpu-help.txt', 1);
    expect(loaded).toMatchObject({
      title: 'gpu help',
      text: (await library.topic(1, 'gpu-help'))?.text,
      url: null,
    });
    const next = await library.openGeneration('run');
    await expect(sources.load('team:gpu-help.txt', next)).rejects.toMatchObject({ code: 'source_unknown' });
  });

  it.each(['kb:b.md', 'kb:../data/steward.sqlite', 'team:../../x.txt', 'team:other.txt', 'a.md', ''])(
    'refuses %j, which does not stand in the index',
    async (sourceId) => {
      const { sources } = await opened({ 'a.md': 'A', 'b.md': 'B' }, ['a.md']);
      await expect(sources.load(sourceId, 1)).rejects.toMatchObject({
        kind: 'final',
        code: 'source_unknown',
      });
    },
  );

  it('refuses a document that was swapped for a link out of the folder', async () => {
    const { sources, folder, root } = await opened({ 'a.md': 'x' }, ['a.md'], ofFolder);
    writeText(join(folder, 'secret.md'), 'secret');
    rmSync(join(root, 'a.md'));
    symlinkSync('../secret.md', join(root, 'a.md'));
    await expect(sources.load('kb:a.md', 1)).rejects.toMatchObject({
      kind: 'final',
      code: 'document_outside',
    });
  });

  it('reads from disk at each load', async () => {
    const { sources, root } = await opened({ 'a.md': 'old' }, ['a.md'], ofFolder);
    await sources.load('kb:a.md', 1);
    writeText(join(root, 'a.md'), 'new');
    expect((await sources.load('kb:a.md', 1)).text).toBe('new');
    rmSync(join(root, 'a.md'));
    await expect(sources.load('kb:a.md', 1)).rejects.toMatchObject({ kind: 'final', code: 'document_gone' });
  });
});
