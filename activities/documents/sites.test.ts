import { plainOrigin } from '../../domain/documents/source-origins.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../adapters/storage/database/sqlite/sqlite.ts';
import { openRefresh, type WebPage } from '../../test/support/steps/open-refresh.ts';
import { testPaths } from '../../test/support/storage/test-store.ts';

const hour = 3_600;
const details = { ...plainOrigin };

describe('a site', () => {
  const url = 'https://docs.example.com/';
  const site = {
    url,
    prefix: url,
    include: [],
    exclude: [],
    max_depth: 3,
    max_pages: 10,
    requests_per_second: 50,
    ...details,
  };

  it('gives its pages, and is looked through again when it is due', async () => {
    const web: Record<string, { text: string }> = { [`${url}a`]: { text: 'A' }, [`${url}b`]: { text: 'B' } };
    const { refresh, index, later, asked } = await openRefresh({}, { origins: { sites: [site] }, web });
    expect(await refresh()).toMatchObject({ sources: 2 });
    delete web[`${url}a`];
    expect(await refresh()).toMatchObject({ sources: 2, removed: 0 });
    expect(asked).toEqual([]);
    later(hour);
    expect(await refresh()).toMatchObject({ sources: 1, removed: 1 });
    expect(await index()).toBe(`kb:${url}b\nAbout kb:${url}b.\n`);
  });

  it('tells the days of its pages in its list, unless that has the day of a build beside most', async () => {
    const datesOf = async (...days: readonly [string, string, string]) => {
      const web = {
        [`${url}a`]: { text: 'A', listedDate: days[0], date: '2024-01-01' },
        [`${url}b`]: { text: 'B', listedDate: days[1] },
        [`${url}c`]: { text: 'C', listedDate: days[2] },
      };
      const { refresh, documents } = await openRefresh({}, { origins: { sites: [site] }, web });
      await refresh();
      const texts = await Promise.all(Object.keys(web).map((page) => documents.textOf(`kb:${page}`)));
      return texts.map(({ date }) => date);
    };
    expect(await datesOf('2025-03-01', '2025-03-02', '2025-03-03')).toEqual([
      '2024-01-01',
      '2025-03-02',
      '2025-03-03',
    ]);
    expect(await datesOf('2025-03-01', '2025-03-01', '2025-03-03')).toEqual([
      '2024-01-01',
      null,
      '2025-03-03',
    ]);
  });

  it('that lists more than is taken says so', async () => {
    const web = { [`${url}a`]: { text: 'A' }, [`${url}b`]: { text: 'B' } };
    const { refresh, errors } = await openRefresh(
      {},
      { origins: { sites: [{ ...site, max_pages: 1 }] }, web },
    );
    expect(await refresh()).toMatchObject({ sources: 1 });
    expect((await errors())[url]).toBe(
      'Left out: 1 of 2 listed pages, because max_pages is 1. Raise it, or exclude some.',
    );
  });

  it('has each page once, under the address that it gives itself, and none that says it is none', async () => {
    const web = {
      [`${url}a`]: { text: 'A', canonical: `${url}a/` },
      [`${url}a?print=1`]: { text: 'A', canonical: `${url}a` },
      [`${url}b`]: { text: 'B', canonical: url },
      [`${url}gone`]: { fails: 'document_left_out' as const },
      [`${url}quiet`]: { text: 'Q', isUnlisted: true },
    };
    const { refresh, index, errors, asked, later } = await openRefresh(
      {},
      { origins: { sites: [site] }, web },
    );
    expect(await refresh()).toMatchObject({ sources: 2 });
    expect(await index()).not.toContain('print');
    expect(await errors()).toEqual({
      [`kb:${url}a?print=1`]: 'Left out: it names another listed page as its address.',
      [`kb:${url}gone`]: 'Said document_left_out.',
      [`kb:${url}quiet`]: 'Left out: it asks not to be found (noindex).',
    });
    await refresh();
    expect(asked).toEqual([]);
    later(hour);
    await refresh();
    expect(asked.filter((one) => !one.includes('no-such-page'))).toHaveLength(5);
  });

  describe('that answers every address with a page', () => {
    const text = 'Sorry, nothing here. Try the search, or write to us.';
    const web = (texts: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(texts).map(([name, own]) => [url + name, { text: own }]));
    const made = (pages: Record<string, WebPage>, notThere: string) =>
      new Proxy(pages, { get: (all, at) => all[String(at)] ?? { text: notThere } });

    it('has none with the text of an address that nobody made, which is asked for once', async () => {
      const pages = made(web({ '': 'Welcome.', a: 'A', 'old?x=1': `${text} (/old)` }), `${text} (%)`);
      const of = { origins: { sites: [site] }, web: pages };
      const { refresh, errors, asked } = await openRefresh({}, of);
      expect(await refresh()).toMatchObject({ sources: 2 });
      expect(await errors()).toEqual({
        [`kb:${url}old?x=1`]: expect.stringMatching(
          /^Left out: it has the text that the site shows at any address. If all/u,
        ),
      });
      expect(asked.filter((one) => one.includes('no-such-page'))).toHaveLength(1);
    });

    it('keeps its first page, which it may show for them', async () => {
      const pages = made(web({ '': text, a: 'A' }), text);
      const { refresh } = await openRefresh({}, { origins: { sites: [site] }, web: pages });
      expect(await refresh()).toMatchObject({ sources: 2 });
    });
  });

  it('has no page that leads to another host, and names it', async () => {
    const web = {
      [`${url}a`]: { text: 'A', url: 'https://www.docs.example.com/a/' },
      [`${url}b`]: { text: 'B', url: 'https://new.example.org/b?key=1' },
    };
    const { refresh, errors } = await openRefresh({}, { origins: { sites: [site] }, web });
    expect(await refresh()).toMatchObject({ sources: 1 });
    expect(await errors()).toEqual({
      [`kb:${url}b`]: 'Left out: it leads to https://new.example.org/b, on another host.',
    });
  });

  it('may be read as Markdown, and is linked as a page', async () => {
    const web = {
      [`${url}a.md`]: { text: 'A' },
      [`${url}a`]: { text: 'A', canonical: `${url}a` },
      [`${url}b.md`]: { text: 'B' },
    };
    const { refresh, sources } = await openRefresh({}, { origins: { sites: [site] }, web });
    await refresh();
    const urlOf = async (name: string) => (await sources.load(`kb:${url}${name}`, 0)).url;
    expect(await urlOf('a.md')).toBe(`${url}a`);
    expect(await urlOf('b.md')).toBe(`${url}b.md`);
  });

  it('has pages without what most of them share', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const web = Object.fromEntries(
      names.map((name) => [
        `${url}${name}`,
        { title: `${name} | Acme`, text: `Accept all cookies?\n\nAbout ${name}.` },
      ]),
    );
    const { refresh, sources } = await openRefresh({}, { origins: { sites: [site] }, web });
    await refresh();
    expect(await sources.load(`kb:${url}c`, 0)).toMatchObject({ title: 'c', text: 'About c.' });
  });

  it('that cannot be looked through keeps its pages and has its line', async () => {
    const web: Record<string, { text: string }> = { [`${url}a`]: { text: 'A' } };
    const { refresh, index, later, deps, errors } = await openRefresh(
      {},
      { origins: { sites: [site] }, web },
    );
    await refresh();
    const before = await index();
    Object.assign(deps.pages, {
      discover: () => {
        throw new Error('a page wrote this');
      },
    });
    later(hour);
    expect(await refresh()).toMatchObject({ sources: 1, removed: 0, rejected: 1 });
    expect(await index()).toBe(before);
    expect(await errors()).toEqual({ [url]: 'An unexpected error; the log says where.' });
  });
});

describe('a refresh', () => {
  it('leaves out drafts, with the reason, and takes them in once they are none', async () => {
    const { refresh, index, errors, root } = await openRefresh({
      'a.md': '---\ndraft: true\n---\nA',
      '_part.md': 'P',
      '404.md': '# Page not found\n\nUse the search.',
    });
    expect(await refresh()).toMatchObject({ sources: 0 });
    expect(await errors()).toEqual({
      'kb:a.md': 'Left out: its front matter says `draft: true`.',
      'kb:_part.md': expect.stringContaining('its name begins with `_`'),
      'kb:404.md': expect.stringContaining('addresses that are not there'),
    });
    writeFileSync(join(root, 'a.md'), '---\ndraft: false\n---\nThe text.');
    expect(await refresh()).toMatchObject({ sources: 1 });
    writeFileSync(join(root, 'a.md'), '---\ndraft: true\n---\nThe text again.');
    expect(await refresh()).toMatchObject({ sources: 0 });
    expect(await index()).toBe('');
  });

  it('reads everything again once its reader has changed', async () => {
    const { refresh, folder } = await openRefresh({ 'a.md': 'A' });
    await refresh();
    expect(await refresh()).toMatchObject({ read: 0 });
    const database = openSqlite(testPaths(folder).database);
    await database.write((trx) => trx.deleteFrom('meta').where('name', '=', 'documents read_by').execute());
    await database.close();
    expect(await refresh()).toMatchObject({ read: 1, toDescribe: 0 });
  });
});
