import { describe, expect, it } from 'vitest';
import { newSource, otherKindPath } from '../../../domain/documents/known-sources.ts';
import { finalError, transientError } from '../../../domain/ports/errors.ts';
import { servePage } from '../../../test/support/discord/page.ts';
import { hostile, seededStore } from '../../../test/support/storage/seeded-store.ts';
import { recentNumbers } from './numbers-view.ts';
import { replyRecord } from '../../../test/support/values/messages.ts';
import { openIn, testFolder } from '../../../test/support/storage/test-store.ts';

describe('who may use the page', () => {
  it('a link works once, for ten minutes, and only where it is followed by a click', async () => {
    const { clock, ...storage } = await seededStore();
    const page = await servePage(storage);
    expect((await page.get('/')).headers.get('location')).toBe('/page');
    const key = new URL(await page.link()).searchParams.get('key') ?? '';
    for (const _ of ['a preview', 'a person'])
      expect((await page.get(`/page/enter?key=${key}`)).status).toBe(200);
    const entered = await page.post('/page/enter', { key });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/page']);
    expect(entered.headers.get('set-cookie')).toMatch(
      /^steward_page=[\w-]{43}; Path=\/page; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect((await page.post('/page/enter', { key })).status).toBe(401);
    const late = new URL(await page.link()).searchParams.get('key') ?? '';
    clock.now = new Date(Date.now() + 10 * 60_000 + 1);
    expect((await page.post('/page/enter', { key: late })).status).toBe(401);
  });

  it('a session ends when who has it signs out, after a working day, and when they are forgotten', async () => {
    const { clock, ...storage } = await seededStore();
    const page = await servePage(storage);
    const [first, second, third] = [await page.enter(), await page.enter(), await page.enter({ id: '78' })];
    const status = async ({ cookie }: { readonly cookie: string }) =>
      (await page.get('/page', { cookie })).status;
    expect(await status(first)).toBe(200);
    const { cookie, form_token } = first;
    expect((await page.post('/page/leave', { form_token }, { cookie })).status).toBe(200);
    expect([await status(first), await status(second), await status(third)]).toEqual([401, 200, 200]);
    await storage.erasure.erase({ userId: '78' });
    expect(await status(third)).toBe(401);
    clock.now = new Date(Date.now() + 8 * 3_600_000 + 1);
    expect(await status(second)).toBe(401);
  });

  it('who does not moderate the server gets no link', async () => {
    const page = await servePage(await seededStore());
    expect(await page.link({ moderatesServer: false })).toMatch(/key=$/);
  });

  it('no view and no change without a session, and the key of a link is none', async () => {
    const page = await servePage(await seededStore());
    const key = new URL(await page.link()).searchParams.get('key') ?? '';
    for (const cookie of ['', `steward_page=${'a'.repeat(43)}`, `steward_page=${key}`, 'steward_page='])
      for (const path of ['', '/team', '/sources', '/numbers', '/rehearsal', '/questions/1000000'])
        expect((await page.get(`/page${path}`, { cookie })).status).toBe(401);
    expect((await page.post('/page/sources/try', { url: 'https://a.example' })).status).toBe(401);
  });
});

it('an address may send 300 requests a minute, whatever they are for', async () => {
  const page = await servePage(await seededStore({ questions: 3 }));
  const paths = ['/page/icon.svg', '/page/enter', '/page/nothing'];
  const statuses: number[] = [];
  for (let sent = 0; sent < 100; sent += 1)
    for (const path of paths) statuses.push((await page.get(path)).status);
  expect(new Set(statuses)).toEqual(new Set([200, 400, 404]));
  for (const path of paths) {
    const refused = await page.get(path);
    expect([refused.status, refused.headers.get('content-security-policy')]).toEqual([
      429,
      expect.any(String),
    ]);
  }
});

it('a page is tried: what would be read is shown, or why nothing can be; one at a time, and nothing is kept', async () => {
  const storage = await seededStore();
  const read = Promise.withResolvers<{ kind: 'html'; title: string; text: string }>();
  const begun = Promise.withResolvers<void>();
  const page = await servePage(storage, {
    readPage: ({ url }) =>
      url.endsWith('/inner')
        ? Promise.reject(finalError('page_forbidden_address', 'The address is not on the public internet.'))
        : (begun.resolve(), read.promise),
  });
  const { cookie, form_token } = await page.enter();
  const before = await storage.knownSources.all();
  const attempt = (url: string) => page.post('/page/sources/try', { form_token, url }, { cookie });
  expect((await attempt('')).status).toBe(400);
  expect(await (await attempt('http://10.0.0.1/inner')).text()).toContain('is not on the public internet');
  const first = attempt('https://docs.example.com/<b>');
  await begun.promise;
  expect((await attempt('https://docs.example.com/')).status).toBe(429);
  read.resolve({ kind: 'html', title: hostile, text: hostile });
  const shown = await (await first).text();
  expect(shown).toContain('&lt;script&gt;alert(1)');
  expect(shown).not.toContain('<script>');
  expect(await storage.knownSources.all()).toEqual(before);
});

it('a source that the store cannot load now is not said to have no text', async () => {
  const storage = await seededStore();
  const load = () => Promise.reject(transientError('storage_unavailable', 'The store is away.'));
  const page = await servePage({ ...storage, sources: { ...storage.sources, load } });
  const { cookie } = await page.enter();
  const shown = await page.get('/page/sources/read?id=kb:guide.md', { cookie });
  expect([shown.status, await shown.text()]).toEqual([503, expect.stringContaining('Try again later.')]);
  expect(page.logged).toMatchObject([{ event: 'http_request_failed' }]);
});

it('finds questions by their words and outcome, page by page', async () => {
  const storage = await seededStore({ questions: 60 });
  await storage.records.insertReplyRecord(replyRecord('9', { question: 'Ünlü Порт?' }));
  const page = await servePage(storage);
  const { cookie } = await page.enter();
  const count = async (query: string) =>
    (await (await page.get(`/page${query}`, { cookie })).text()).match(/class="subject"/gu)?.length ?? 0;
  expect(await count('')).toBe(25);
  expect(await count('?page=3')).toBe(11);
  expect(await count('?outcome=held')).toBe(10);
  expect(await count('?outcome=not_helpful')).toBe(1);
  expect(await count('?text=LICENCE%20key')).toBe(10);
  expect(await count('?text=%22%27%3E%3Cimg')).toBe(20);
  expect(await count('?text=licence&outcome=held')).toBe(0);
  for (const text of ['ünlü', 'Ünlü', 'порт', 'ПОРТ'])
    expect([text, await count(`?text=${text}`)]).toEqual([text, 1]);
});

it('a list without rows says whether there are none or none is as wanted', async () => {
  const page = await servePage(await openIn(testFolder()));
  const { cookie } = await page.enter();
  const read = async (path: string) => (await page.get(path, { cookie })).text();
  expect(await read('/page')).toContain('Nobody has asked anything yet.');
  expect(await read('/page?text=port')).toContain('There is no such question.');
  expect(await read('/page/sources')).toContain('No source has been read yet.');
  expect(await read('/page/sources?failed=yes')).toContain('There is no such source.');
  expect(await read('/page/team')).toContain('Steward has learned nothing yet.');
  expect(await read('/page/team?text=port')).toContain('Steward has learned nothing like that yet.');
});

it('a page after the last one says so, and leads to the first', async () => {
  const page = await servePage(await seededStore({ questions: 3 }));
  const { cookie } = await page.enter();
  for (const path of ['/page', '/page/gaps', '/page/team', '/page/sources']) {
    const shown = await (await page.get(`${path}?page=99`, { cookie })).text();
    expect(shown).toContain('This list has no page 99.');
    expect(shown).toContain(`href="${path}?page=1"`);
  }
});

it('a gap has a title, its latest questions, and the titles of the nearest pages', async () => {
  const storage = await seededStore({ questions: 200, text: 'Why?' });
  const question = 'Does a proxy in front work?';
  for (let at = 0; at < 120; at += 1)
    await storage.records.insertReplyRecord(
      replyRecord(String(2_000_000 + at), {
        question,
        status: 'unanswered',
        reason: 'not_covered',
        createdAt: new Date().toISOString(),
        nearest: [{ sourceId: 'kb:guide.md', title: 'Configuration guide', url: null }],
      }),
    );
  const page = await servePage(storage);
  const { cookie } = await page.enter();
  const shown = await (await page.get('/page/gaps', { cookie })).text();
  const [, gap = ''] = /<strong>Does a proxy in front work\?([^]*?)(?:<strong>|<\/main>)/u.exec(shown) ?? [];
  expect(gap).toMatch(/\d+ questions before that/u);
  expect(gap.match(/href="\/page\/questions\//gu)).toHaveLength(5);
  expect(gap).toContain('Configuration guide');
});

it('files of a kind that is not read fail nothing', async () => {
  const storage = await seededStore();
  const error = '2 files are of a kind that is not read (.json).';
  const other = {
    ...newSource({ sourceId: `kb:${otherKindPath('.json')}`, kind: 'file', origin: '' }),
    error,
  };
  await storage.knownSources.save([other], 'run');
  const page = await servePage(storage);
  const { cookie } = await page.enter();
  const read = async (path: string) => (await page.get(path, { cookie })).text();
  const list = await read('/page/sources');
  expect(list).toMatch(/cannot read 1 source now[^]*json[^]*Not read/u);
  // Steward has the text of no other source.
  expect(list.match(/\/page\/sources\/read[^"]*/gu)).toEqual(['/page/sources/read?id=kb%3Aguide.md']);
  expect(await read('/page/sources?failed=yes')).not.toContain('json');
  expect(await read('/page/sources/check')).toMatch(
    /The folder of documents[^]*Not there: 2 files are of a kind/u,
  );
});

it('an unknown cost is said once, below its heading, and a question from the terminal has no channel', async () => {
  const storage = await openIn(testFolder(), { now: () => new Date() });
  const call = { decision: 'LLMGateDecision', model: 'm', inputTokens: 1, outputTokens: 1, milliseconds: 9 };
  const createdAt = new Date().toISOString();
  const asked = { channelId: 'ask', createdAt, modelCalls: [{ ...call, costUsd: null }] };
  await storage.records.insertReplyRecord(replyRecord('9', { ...asked, status: 'answered', answer: 'Yes.' }));
  const page = await servePage(storage);
  const { cookie } = await page.enter();
  const read = async (path: string) => (await page.get(path, { cookie })).text();
  for (const path of ['/page', '/page/numbers', '/page/questions/9']) {
    expect([path, await read(path)]).toEqual([path, expect.not.stringContaining('cost unknown')]);
    expect([path, await read(path)]).toEqual([path, expect.stringContaining('npx steward ask')]);
  }
});

it('counts many questions some at a time', async () => {
  const { records, now } = await seededStore({ questions: 2_500 });
  const read: number[] = [];
  const counted = await recentNumbers({
    now,
    records: {
      ...records,
      async replyRecordsWhere(wanted) {
        const found = await records.replyRecordsWhere(wanted);
        read.push(found.length);
        return found;
      },
    },
  });
  // The others wait for the team.
  expect(counted.all.asked).toBe(2_083);
  expect(read).toEqual([1_000, 1_000, 500]);
});
