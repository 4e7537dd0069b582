import { plainOrigin } from '../../domain/documents/source-origins.ts';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../adapters/storage/database/sqlite/sqlite.ts';
import { testFolder, testPaths, writeText } from '../../test/support/storage/test-store.ts';
import { openRefresh, type WebPage } from '../../test/support/steps/open-refresh.ts';

const faq = 'https://example.com/faq';
const details = { ...plainOrigin };
const single = { urls: [{ url: faq, ...details }] };
const minute = 60;
const hour = 60 * minute;

describe('an address', () => {
  it('is fetched, described and loaded from what was kept, never from the web', async () => {
    const { refresh, index, sources, asked } = await openRefresh(
      { 'a.md': 'A' },
      {
        origins: {
          urls: [{ url: faq, ...details, title: 'FAQ', public_url: 'https://public.example.com/' }],
        },
        web: { [faq]: { text: '# Questions', anchors: [['Questions\nOne', 'one']] } },
      },
    );
    await refresh();
    expect(await index()).toBe(`kb:a.md\nAbout kb:a.md.\n\nkb:${faq}\nAbout kb:${faq}.\n`);
    asked.splice(0);
    expect(await sources.load(`kb:${faq}`, 1)).toMatchObject({
      title: 'FAQ',
      text: '# Questions',
      url: 'https://public.example.com/',
      anchors: [['Questions\nOne', 'one']],
    });
    expect(asked).toEqual([]);
  });

  it('is asked again when it is due, with the validators of the copy that is held; unchanged, only dates move', async () => {
    const web = { [faq]: { text: 'old', etag: '"1"' } };
    const { refresh, asked, described, listed, later } = await openRefresh({}, { origins: single, web });
    await refresh();
    const first = (await listed())[`kb:${faq}`]?.record;
    await refresh();
    expect(asked).toEqual([]);
    later(hour);
    await refresh();
    expect(asked).toEqual([`${faq} "1"`]);
    expect(described).toEqual([]);
    const second = (await listed())[`kb:${faq}`]?.record;
    expect(second).toEqual({
      ...first,
      url: {
        ...first?.url,
        fetch_status: 'not_modified',
        last_fetched_at: '2026-02-04T13:00:00.000Z',
        next_check_at: '2026-02-04T14:00:00.000Z',
      },
    });
  });

  it('that has changed is described again', async () => {
    const web: Record<string, { text: string; etag: string }> = { [faq]: { text: 'old', etag: '"1"' } };
    const { refresh, described, later, sources } = await openRefresh({}, { origins: single, web });
    await refresh();
    web[faq] = { text: 'new', etag: '"2"' };
    later(hour);
    await refresh();
    expect(described).toEqual([`kb:${faq}`]);
    expect((await sources.load(`kb:${faq}`, 1)).text).toBe('new');
  });

  it('that fails keeps its text, and is tried again after 5 minutes, doubling to a day', async () => {
    const web: Record<string, WebPage> = { [faq]: { text: 'old' } };
    const { refresh, index, asked, errors, listed, later, sources } = await openRefresh(
      {},
      { origins: single, web },
    );
    await refresh();
    const before = await index();
    web[faq] = { fails: 'page_timed_out' };
    later(hour);
    const waits: number[] = [];
    for (let failure = 1; failure <= 11; failure += 1) {
      await refresh();
      expect(asked).toHaveLength(1);
      const { record, checkedAt } = (await listed())[`kb:${faq}`]!;
      const wait = (Date.parse(record?.url?.next_check_at ?? '') - Date.parse(checkedAt ?? '')) / 1_000;
      waits.push(wait);
      later(wait - 1);
      await refresh();
      expect(asked).toEqual([]);
      later(1);
    }
    expect(waits).toEqual(
      [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440].map((minutes) => minutes * minute),
    );
    expect(await errors()).toEqual({ [`kb:${faq}`]: 'Said page_timed_out.' });
    expect((await listed())[`kb:${faq}`]?.record?.url?.fetch_status).toBe('timeout');
    expect(await index()).toBe(before);
    expect((await sources.load(`kb:${faq}`, 1)).text).toBe('old');
  });

  it.each(['page_not_found', 'page_unreachable'] as const)(
    'that has not been there for two weeks (%s) answers no more, and has its line; it counts again when it comes back',
    async (fails) => {
      const web: Record<string, WebPage> = { [faq]: { text: 'old', etag: '"1"' } };
      const { refresh, index, errors, later, sources } = await openRefresh({}, { origins: single, web });
      await refresh();
      web[faq] = { fails };
      later(13 * 24 * hour);
      await refresh();
      expect(await index()).toContain(faq);
      for (let tries = 1; tries < 9; tries += 1) {
        expect(await index()).toContain(faq);
        later(24 * hour);
        await refresh();
      }
      expect(await index()).toBe('');
      await expect(sources.load(`kb:${faq}`, 1)).rejects.toMatchObject({ kind: 'final' });
      later(24 * hour);
      await refresh();
      expect(Object.values(await errors())).toEqual([
        'The page has not been there since 2026-02-04: nothing is answered from it.',
      ]);
      web[faq] = { text: 'old', etag: '"1"' };
      later(24 * hour);
      await refresh();
      expect(await index()).toContain(faq);
      expect((await sources.load(`kb:${faq}`, 1)).text).toBe('old');
    },
  );

  it('that refuses programs is there', async () => {
    const web: Record<string, WebPage> = { [faq]: { text: 'old' } };
    const { refresh, index, later } = await openRefresh({}, { origins: single, web });
    await refresh();
    web[faq] = { fails: 'page_needs_login' };
    later(20 * 24 * hour);
    await refresh();
    expect(await index()).toContain(faq);
  });

  it('that never answered with 200 is not in the index, and has its line', async () => {
    const { refresh, index, errors } = await openRefresh({ 'a.md': 'A' }, { origins: single });
    expect(await refresh()).toMatchObject({ sources: 1, rejected: 1 });
    expect(await index()).toBe('kb:a.md\nAbout kb:a.md.\n');
    expect(await errors()).toEqual({ [`kb:${faq}`]: 'Said page_not_found.' });
  });

  it('whose kept text was lost is fetched whole, due or not', async () => {
    const web = { [faq]: { text: 'old', etag: '"1"' } };
    const { refresh, asked, folder, described } = await openRefresh({}, { origins: single, web });
    await refresh();
    const database = openSqlite(testPaths(folder).database);
    await database.write((trx) => trx.deleteFrom('document_texts').execute());
    await database.close();
    await refresh();
    expect(asked).toEqual([faq]);
    expect(described).toEqual([]);
  });
});

describe('the file of addresses', () => {
  const withLinks = async (text: string) => {
    const folder = testFolder();
    const linksFile = join(folder, 'links.txt');
    writeFileSync(linksFile, text);
    const web = { [faq]: { text: 'FAQ' }, 'https://example.com/b': { text: 'B' } };
    return {
      linksFile,
      ...(await openRefresh({}, { folder, origins: { links_file_path: linksFile }, web })),
    };
  };

  it('names one a line; rubbish is one line each', async () => {
    const { refresh, index, errors, linksFile } = await withLinks(
      `# pages\n${faq}\n\n${faq}\nnonsense\nhttps://anna:secret@example.com/\nftp://example.com/\n\u{1}\n`,
    );
    await refresh();
    expect(await index()).toBe(`kb:${faq}\nAbout kb:${faq}.\n`);
    expect(await errors()).toEqual({
      [`${linksFile}:5`]: '"nonsense" is not an address that begins with http:// or https://.',
      [`${linksFile}:6`]: 'The address contains a user name, a password or a key. Leave them out.',
      [`${linksFile}:7`]: '"ftp://example.com/" is not an address that begins with http:// or https://.',
      [`${linksFile}:8`]: '"\\u0001" is not an address that begins with http:// or https://.',
    });
  });

  it('drops an address that it no longer names, and keeps all when it cannot be read', async () => {
    const { refresh, index, errors, linksFile } = await withLinks(`${faq}\nhttps://example.com/b\n`);
    await refresh();
    writeFileSync(linksFile, Uint8Array.of(0xc3, 0x28));
    await refresh();
    expect(await index()).toContain(`kb:${faq}\n`);
    expect(await errors()).toEqual({ [linksFile]: expect.stringContaining('no text in UTF-8') });
    writeFileSync(linksFile, 'https://example.com/b\n');
    await refresh();
    expect(await index()).toBe('kb:https://example.com/b\nAbout kb:https://example.com/b.\n');
    expect(await errors()).toEqual({});
  });
});

describe("a Python original's cache", () => {
  const record = (over: object) => ({
    source_type: 'file',
    content_hash: '559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd',
    last_indexed_at: '2025-11-02T10:00:00Z',
    summary_pending: false,
    summary_text: 'What the original said.',
    ...over,
  });

  it('is read as it is: no model call for what has not changed, and the same bytes come out', async () => {
    const folder = testFolder();
    const { sourcesDir, documentIndex, documentIndexCache } = testPaths(folder);
    for (const [name, text] of [
      ['a.md', 'A'],
      ['b.md', 'B'],
    ] as const)
      writeText(join(sourcesDir, name), text);
    const { mtimeNs } = statSync(join(sourcesDir, 'a.md'), { bigint: true });
    expect(mtimeNs).toBeGreaterThan(2n ** 53n);
    const url = {
      url: faq,
      last_fetched_at: '2025-11-02T10:00:00Z',
      etag: '"1"',
      last_modified: null,
      fetch_status: 'success',
      next_check_at: '2099-01-01T00:00:00Z',
    };
    const sources = {
      // The original wrote paths and addresses alone.
      'a.md': record({ file: { mtime_ns: 'MTIME', rel_path: 'a.md', size_bytes: 1 } }),
      [faq]: record({ source_type: 'url', url }),
    };
    const json = JSON.stringify(
      { generated_at: '2025-11-02T10:00:00Z', schema_version: 1, sources },
      null,
      2,
    );
    writeText(documentIndexCache, json.replace('"MTIME"', String(mtimeNs)));
    const entry = (id: string) => `kb:${id}\nWhat the original said.\n`;
    writeText(documentIndex, `${entry('a.md')}\n${entry(faq)}`);

    const after = await openRefresh(
      {},
      { folder, origins: single, web: { [faq]: { fails: 'page_not_found' } } },
    );
    expect(await after.refresh()).toMatchObject({ read: 1, toDescribe: 1 });
    expect(after.described).toEqual(['kb:b.md']);
    expect(await after.index()).toBe(`${entry('a.md')}\nkb:b.md\nAbout kb:b.md.\n\n${entry(faq)}`);
    expect(readFileSync(documentIndexCache, 'utf8')).toContain(`"mtime_ns": ${mtimeNs}`);
    await after.refresh();
    expect(after.described).toEqual([]);
  });
});
