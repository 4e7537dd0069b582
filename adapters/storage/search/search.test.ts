import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderAlone, type SourceOrigins } from '../../../domain/documents/source-origins.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';
import type { Storage } from '../open-storage.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { openSearchTables, removeSource } from './search-tables.ts';
import { openIn, pair, testFolder, testLog, writeText } from '../../../test/support/storage/test-store.ts';

const root = (folder: string) => join(folder, 'docs');

/** Writes documents and publishes an index of exactly these. */
async function publish(
  storage: Pick<Storage, 'documentIndex'>,
  folder: string,
  files: Readonly<Record<string, string>>,
  questions: Readonly<Record<string, readonly string[]>> = {},
) {
  const records = Object.entries(files).map(([name, text]) => {
    writeText(join(root(folder), name), text);
    return [
      `kb:${name}`,
      {
        source_type: 'file' as const,
        content_hash: contentHash(text),
        summary_text: `About ${name}.`,
        last_indexed_at: '2026-02-01T00:00:00Z',
        summary_pending: false,
        questions: questions[name],
        file: { rel_path: name, size_bytes: text.length, mtime_ns: 1n },
      },
    ] as const;
  });
  await storage.documentIndex.publish({
    schema_version: 1,
    generated_at: '2026-02-01T00:00:00Z',
    sources: Object.fromEntries(records),
  });
}

const ports = '# Server\n\n## Ports\n\nThe server listens on port 8080.\n';
const colours = '# Colours\n\nThe background is blue.\n';

async function opened(
  files: Readonly<Record<string, string>> = { 'ports.md': ports, 'colours.md': colours },
) {
  const folder = testFolder();
  const storage = await openIn(folder);
  await publish(storage, folder, files);
  const find = async (query: string, generation = 1) => {
    const hits = await storage.sources.search({ query, generation, limit: 10 });
    return hits.map(({ sourceId }) => sourceId);
  };
  return { ...storage, folder, find };
}

it('shows an address and a title as the configuration has them now, after a restart too', async () => {
  const former = await opened();
  const { folder } = former;
  await former.close();
  const found = async (publicUrl: string, title: string) => {
    const own = { ...folderAlone(root(folder)).folders[0], title };
    const origins = { ...folderAlone(root(folder)), folders: [own] as SourceOrigins['folders'] };
    const storage = await openIn(folder, { publicUrls: { '': publicUrl }, origins });
    const [hit] = await storage.sources.search({ query: 'ports', generation: 1, limit: 1 });
    await storage.close();
    return [hit?.url, hit?.title];
  };
  expect(await found('https://old.example/', 'Old')).toEqual(['https://old.example/ports', 'Old: Server']);
  expect(await found('https://new.example/', 'New')).toEqual(['https://new.example/ports', 'New: Server']);
});

const asked = (second: number, question: string) =>
  pair(second, {
    turns: [
      { label: 'User', text: question },
      { label: 'Team', text: 'Yes.' },
    ],
  });

describe('search', () => {
  it('finds a source by its best section, however the words are written', async () => {
    const { sources } = await opened();
    const [hit] = await sources.search({
      query: 'Which PORTS is it listening on?',
      generation: 1,
      limit: 10,
    });
    expect(hit).toMatchObject({
      sourceId: 'kb:ports.md',
      title: 'Server',
      headings: ['Server', 'Ports'],
      snippet: 'The server listens on port 8080.',
      url: null,
    });
  });

  it('finds a topic by what members asked, and shows what the team said', async () => {
    const { library, sources, find } = await opened();
    await addPair(library, asked(1, 'Can I have it in purple?'), { slug: 'themes' });
    expect(await find('purple')).toEqual(['team:themes.txt']);
    const [hit] = await sources.search({ query: 'purple', generation: 1, limit: 1 });
    expect(hit?.snippet).toBe('Yes.');
  });

  it('finds a page by the questions that were written for it, and no longer by former ones', async () => {
    const storage = await opened();
    const asking = (question: string) =>
      publish(
        storage,
        storage.folder,
        { 'ports.md': ports, 'colours.md': colours },
        { 'ports.md': [question] },
      );
    await asking('How do I reach it from another machine?');
    expect(await storage.find('reach another machine')).toEqual(['kb:ports.md']);
    await asking('Why does my browser refuse to connect?');
    expect(await storage.find('browser refuse')).toEqual(['kb:ports.md']);
    expect(await storage.find('reach another machine')).toEqual([]);
  });

  it.each([
    ['fra', 'Les sauvegardes sont restaurées chaque nuit.', 'restaurer'],
    ['deu', 'Die Häuser werden nachts beleuchtet.', 'Haus'],
    ['spa', 'Las copias se restauran cada noche.', 'restaurar'],
    ['ita', 'Le copie vengono ripristinate di notte.', 'ripristinare'],
    ['por', 'As cópias são restauradas à noite.', 'restaurar'],
    ['nld', 'De instellingen worden bewaard.', 'instelling'],
    ['jpn', 'バックアップ harbor を復元します。', 'Harbors'],
  ])('finds a word of the documents in another form, in the language %s', async (language, text, query) => {
    const folder = testFolder();
    const storage = await openIn(folder, { language });
    await publish(storage, folder, { 'a.md': `# A\n\n${text}\n`, 'colours.md': colours });
    const hits = await storage.sources.search({ query, generation: 1, limit: 10 });
    expect(hits.map(({ sourceId }) => sourceId)).toEqual(['kb:a.md']);
  });

  it('takes documents in anew when their language is another one', async () => {
    const folder = testFolder();
    const english = await openIn(folder);
    await publish(english, folder, { 'a.md': '# A\n\nDie Häuser.\n' });
    const search = { query: 'Haus', generation: 1, limit: 10 };
    expect(await english.sources.search(search)).toEqual([]);
    await english.close();
    const german = await openIn(folder, { language: 'deu' });
    expect(await german.sources.search(search)).toHaveLength(1);
  });

  it('finds the topics of the generation asked for alone', async () => {
    const { library, find } = await opened();
    await addPair(library, asked(1, 'Can I have it in purple?'), { slug: 'themes' });
    const next = await library.openGeneration('run');
    expect(await find('purple', next)).toEqual([]);
    await addPair(library, asked(2, 'Is green there?'), { slug: 'other', generation: next });
    expect(await find('green', next)).toEqual(['team:other.txt']);
    expect(await find('green')).toEqual([]);
  });

  it('puts a page that good sections link to before one that only holds the words', async () => {
    const filler = 'The sky is grey. '.repeat(20);
    const others = Array.from({ length: 20 }, (_, at) => [`other-${at}.md`, `# Other ${at}\n`] as const);
    const { find } = await opened({
      ...Object.fromEntries(others),
      'guide.md': '# Guide\n\nTo open the door quickly, use [the handle](handle.md).\n',
      'handle.md': `# Handle\n\nTurn it to the left. ${filler}\n`,
      'sky.md': `# Sky\n\nQuickly. ${filler.repeat(4)}\n`,
    });
    expect(await find('open the door quickly')).toEqual(['kb:guide.md', 'kb:handle.md', 'kb:sky.md']);
  });

  it('puts a page with the very question before one that says its words more often', async () => {
    const { find } = await opened({
      'faq.md': '# FAQ\n\nMany things.\n\n## What is a class?\n\nA kind.\n',
      'class.md': '# Class\n\n## Class class\n\nclass class class class\n',
    });
    expect((await find('What is a class?'))[0]).toBe('kb:faq.md');
  });

  it.each(['', '?!', '\u{1C90}', '語 x', '" OR *', 'NEAR(', 'col:umn -x', '\0', 'port"'])(
    'takes %j for words',
    async (query) => {
      const { find } = await opened();
      await expect(find(query)).resolves.toBeInstanceOf(Array);
    },
  );
});

describe('what is searched', () => {
  it('is what the published index names', async () => {
    const { find, folder, ...storage } = await opened();
    await publish(storage, folder, { 'ports.md': ports });
    expect(await find('background blue')).toEqual([]);
    await publish(storage, folder, { 'ports.md': '# Doors\n\nTwo doors.\n', 'new.md': '# New\n\nA lamp.\n' });
    expect(await find('listening')).toEqual([]);
    expect(await find('doors')).toEqual(['kb:ports.md']);
    expect(await find('lamp')).toEqual(['kb:new.md']);
  });

  it('follows what another process published', async () => {
    const { find, folder } = await opened();
    await publish(await openIn(folder), folder, { 'lamps.md': '# Lamps\n' });
    expect(await find('lamp')).toEqual(['kb:lamps.md']);
    expect(await find('port')).toEqual([]);
  });

  it('is completed where a process that built it has died', async () => {
    const { folder, find, sources } = await opened();
    const file = openSearchTables(join(folder, 'data', 'search.sqlite'));
    removeSource(file, 'kb:ports.md');
    file.close();
    expect(await find('port')).toEqual(['kb:ports.md']);
    expect(await sources.search({ query: 'blue', generation: 1, limit: 5 })).toHaveLength(1);
  });

  it.each([
    ['is no database', () => Buffer.from('no database')],
    ['is damaged behind its first page', (file: Buffer) => file.fill(0x5a, 4096)],
  ])('is built again when its file %s', async (_, damage) => {
    const storage = await opened();
    await storage.close();
    const file = join(storage.folder, 'data', 'search.sqlite');
    writeFileSync(file, damage(readFileSync(file)));
    const log = testLog();
    const { sources } = await openIn(storage.folder, { log });
    expect(await sources.search({ query: 'port', generation: 1, limit: 5 })).toHaveLength(1);
    expect(log.warnings.join()).toContain('search_database_replaced');
  });
});

describe('the shortlist', () => {
  it('is the whole index where that fits', async () => {
    const { sources, library } = await opened();
    await addPair(library, asked(1, 'Can I have it in purple?'), { slug: 'themes' });
    const list = await sources.shortlist({ query: 'port', generation: 1, maxTokens: 6_000 });
    expect(list).toEqual({ text: await sources.combinedIndex(1), bySearch: false });
  });

  it('is the best entries where it does not, team topics first', async () => {
    const { sources, library } = await opened();
    await addPair(library, asked(1, 'Which port?'), { slug: 'ports' });
    await addPair(library, asked(2, 'Can I have it in purple?'), { slug: 'themes' });
    const list = await sources.shortlist({ query: 'port', generation: 1, maxTokens: 22 });
    expect(list).toEqual({
      text: 'team:ports.txt\nWhich port?\n\nkb:ports.md\nAbout ports.md.\n',
      bySearch: true,
      found: new Map([['kb:ports.md', ['Ports']]]),
    });
  });

  it('of at most so many pages has the best of them, and every topic that fits', async () => {
    const { sources, library } = await opened();
    await addPair(library, asked(1, 'Can I have it in purple?'), { slug: 'themes' });
    const request = { query: 'port', generation: 1, maxTokens: 6_000, maxPages: 1 };
    const { text, bySearch } = await sources.shortlist(request);
    expect(text.match(/^(?:kb|team):\S+/gmu)).toEqual(['team:themes.txt', 'kb:ports.md']);
    expect(bySearch).toBe(true);
  });
});

it('what may not answer is neither found nor listed, however many pages like it there are', async () => {
  const old = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`old/${at}.md`, ports]));
  const { sources } = await opened({ ...old, 'new/ports.md': `${ports}\nMore on ports of the server.\n` });
  const isWanted = (id: string) => id.startsWith('kb:new/');
  const request = { query: 'port of the server', generation: 1, isWanted };
  expect((await sources.search({ ...request, limit: 3 })).map(({ sourceId }) => sourceId)).toEqual([
    'kb:new/ports.md',
  ]);
  for (const maxTokens of [6_000, 40]) {
    const { text } = await sources.shortlist({ ...request, maxTokens });
    expect(text).toBe('kb:new/ports.md\nAbout new/ports.md.\n');
  }
});
