import { describe, expect, it } from 'vitest';
import { finalError } from '../../../domain/ports/errors.ts';
import { hostile, seededStore, servePage } from '../../../test/support/discord/page.ts';
import { recentNumbers } from './numbers-view.ts';
import { entry, openIn, testFolder } from '../../../test/support/storage/test-store.ts';

describe('who may use the page', () => {
  it('a link works once, for ten minutes, and only where it is followed by a click', async () => {
    const { clock, ...storage } = await seededStore();
    const page = await servePage(storage);
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
    await storage.erasure.erase({ userId: '78', now: new Date() });
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
      for (const path of ['', '/team', '/sources', '/numbers', '/ask', '/changes', '/questions/1000000'])
        expect((await page.get(`/page${path}`, { cookie })).status).toBe(401);
    expect((await page.post('/page/ask', { question: 'How?' })).status).toBe(401);
  });
});

it('an address may send 300 requests a minute, whatever they are for', async () => {
  const page = await servePage(await seededStore({ questions: 3 }));
  const paths = ['/page/icon.svg', '/page/enter', '/page/nothing'];
  const statuses: number[] = [];
  for (let sent = 0; sent < 100; sent += 1)
    for (const path of paths) statuses.push((await page.get(path)).status);
  expect(new Set(statuses)).toEqual(new Set([200, 400, 404]));
  for (const path of paths) expect((await page.get(path)).status).toBe(429);
});

describe('changes', () => {
  it('are refused, and change nothing, without the token of the form, and from another site', async () => {
    const storage = await seededStore();
    const page = await servePage(storage);
    const [mine, other] = [await page.enter(), await page.enter({ id: '78' })];
    const path = `/page/team/${entry(1).qaId}/retract`;
    const { cookie, form_token } = mine;
    const tries = [
      [{}, {}],
      [{ form_token: other.form_token }, {}],
      [{ form_token: `${form_token}0` }, {}],
      [{ form_token }, { origin: 'https://evil.example' }],
      [{ form_token }, { origin: 'null' }],
    ] as const;
    for (const [fields, headers] of tries)
      expect((await page.post(path, { ...fields }, { cookie, ...headers })).status).toBe(403);
    expect((await storage.library.retracted()).size).toBe(0);
    expect(await storage.records.pageChanges(9)).toEqual([]);

    expect((await page.post(path, { form_token }, { cookie, origin: page.url })).status).toBe(200);
    expect([...(await storage.library.retracted())]).toEqual([entry(1).qaId]);
    const change = { userId: '77', action: 'retract_pair', subject: entry(1).qaId };
    expect(await storage.records.pageChanges(9)).toMatchObject([change]);
    await storage.erasure.erase({ userId: '77', now: new Date() });
    expect(JSON.stringify(await storage.records.pageChanges(9))).not.toContain('77');
  });

  it('a question on the page is that of who asks it', async () => {
    const storage = await seededStore();
    const page = await servePage(storage);
    const { cookie, form_token } = await page.enter({ id: '78' });
    const asked = await page.post('/page/ask', { form_token, question: 'How?' }, { cookie });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/page/questions/ask-1']);
    expect(page.asked).toEqual([{ question: 'How?', userId: '78' }]);
  });

  it('decide only captures that wait here', async () => {
    const waiting = [
      { id: 'w/capture/1', about: 'remove', pair: null, removals: [entry(1)] },
      { id: '42', about: 'learn', pair: entry(2), removals: [] },
    ] as const;
    const storage = await seededStore();
    const page = await servePage(storage, { waiting });
    const { cookie, form_token } = await page.enter();
    await page.post('/page/captures/approve', { form_token, id: 'of/somebody/else' }, { cookie });
    expect(page.decided).toEqual([]);
    await page.post('/page/captures/approve', { form_token, id: 'w/capture/1' }, { cookie });
    expect(page.decided).toEqual([{ workflowId: 'w/capture/1', approve: true }]);
    const learn = (id: string) => page.post('/page/captures/learn', { form_token, id }, { cookie });
    expect(await (await learn('43')).text()).toContain('decided already');
    expect(await (await learn('w/capture/1')).text()).toContain('decided already');
    expect((await learn('42')).status).toBe(503);
    expect(await storage.records.pageChanges(9)).toMatchObject([{ action: 'approve' }]);
  });

  it('a gap is called done, or dismissed', async () => {
    const storage = await seededStore();
    const page = await servePage(storage);
    const { cookie, form_token } = await page.enter();
    const states = async () =>
      Object.fromEntries((await storage.records.gaps()).map(({ id, state }) => [id, state]));
    const [first = '', second = ''] = Object.keys(await states());
    expect(await (await page.get('/page/gaps', { cookie })).text()).toContain('Sharing licence keys');
    // What drafts is away: nobody is told that it began.
    expect((await page.post(`/page/gaps/${first}/draft`, { form_token }, { cookie })).status).toBe(503);
    expect(await storage.records.pageChanges(9)).toEqual([]);
    await page.post(`/page/gaps/${first}/done`, { form_token }, { cookie });
    await page.post(`/page/gaps/${second}/dismiss`, { form_token }, { cookie });
    expect(await states()).toEqual({ [first]: 'closed', [second]: 'dismissed' });
    expect(await (await page.get('/page/gaps', { cookie })).text()).toContain('No gap is open.');
    expect(await (await page.get('/page/gaps?all=yes', { cookie })).text()).toContain('Sharing licence keys');
    for (const id of [first, second]) await page.post(`/page/gaps/${id}/reopen`, { form_token }, { cookie });
    expect(await states()).toEqual({ [first]: 'open', [second]: 'open' });
    expect(await (await page.get('/page/changes', { cookie })).text()).toContain('Opened a gap again');
  });

  it('a draft is shown to who asks for it, also where it is posted nowhere', async () => {
    const storage = await seededStore();
    const page = await servePage(storage, { runs: { startGapDraft: async () => {} } });
    const { cookie, form_token } = await page.enter();
    const [gap] = await storage.records.gaps();
    const shown = await (await page.post(`/page/gaps/${gap?.id}/draft`, { form_token }, { cookie })).text();
    expect(shown).toContain('No channel of the team is set');
    expect(shown).toContain('## Sharing licence keys');
    const none = await page.post('/page/gaps/9/draft', { form_token }, { cookie });
    expect(await none.text()).toContain('no longer have anything stored');
  });

  it('two gaps become one, under a name that is there', async () => {
    const storage = await seededStore({ text: 'Why?' });
    const page = await servePage(storage);
    const { cookie, form_token } = await page.enter();
    const gaps = async () =>
      (await storage.records.gaps()).map(({ id, questions }) => [id, questions.length]);
    const [[first, many], [second]] = (await gaps()) as [[string, number], [string, number]];
    const merge = async (into: string) =>
      (await page.post(`/page/gaps/${second}/merge`, { form_token, into }, { cookie })).text();
    for (const into of ['nothing', 'Logs on Windows']) expect(await merge(into)).toContain('Nothing was');
    expect(await gaps()).toHaveLength(2);
    expect(await storage.records.pageChanges(9)).toEqual([]);
    expect(await merge('Sharing licence keys')).toContain('one gap now');
    expect(await gaps()).toEqual([[first, many + 1]]);
    expect(await storage.records.pageChanges(9)).toMatchObject([{ action: 'gap_merge', subject: second }]);
  });

  it('and views refuse bad input with a sentence', async () => {
    const page = await servePage(await seededStore());
    const { cookie, form_token } = await page.enter();
    for (const [path, status] of [
      ['/page?page=0', 400],
      ['/page?page=x', 400],
      ['/page?outcome=all', 400],
      [`/page?text=${'a'.repeat(201)}`, 400],
      ['/page?text=a&text=b', 400],
      ['/page/questions/nothing', 404],
      ['/page/team/nothing', 404],
      ['/page/enter?key=short', 400],
      ['/page/sources/read', 400],
      ['/page/sources/read?id=kb:../config.yaml', 200],
    ] as const) {
      const response = await page.get(path, { cookie });
      expect([path, response.status]).toEqual([path, status]);
      expect(await response.text()).toMatch(/<h1>[A-Z]/);
    }
    for (const [path, fields, status] of [
      ['/page/ask', {}, 400],
      ['/page/ask', { question: ' ' }, 400],
      ['/page/ask', { question: 'a'.repeat(4_001) }, 400],
      ['/page/ask', { question: 'a'.repeat(70_000) }, 413],
      ['/page/team/nothing/retract', {}, 404],
      ['/page/questions/1000000/correct', { text: '' }, 400],
    ] as const)
      expect([path, (await page.post(path, { form_token, ...fields }, { cookie })).status]).toEqual([
        path,
        status,
      ]);
    const json = await fetch(`${page.url}/page/ask`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
  });
});

it('a page is tried: what would be read is shown, or why nothing can be; one at a time, and nothing is kept', async () => {
  const storage = await seededStore();
  const read = Promise.withResolvers<{ kind: 'html'; title: string; text: string }>();
  const begun = Promise.withResolvers<void>();
  const page = await servePage(storage, {
    readPage: (url) =>
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

it('finds questions by their words and outcome, page by page', async () => {
  const page = await servePage(await seededStore({ questions: 60 }));
  const { cookie } = await page.enter();
  const count = async (query: string) =>
    (await (await page.get(`/page${query}`, { cookie })).text()).match(/class="subject"/gu)?.length ?? 0;
  expect(await count('')).toBe(25);
  expect(await count('?page=3')).toBe(10);
  expect(await count('?outcome=held')).toBe(10);
  expect(await count('?outcome=not_helpful')).toBe(1);
  expect(await count('?text=LICENCE%20key')).toBe(10);
  expect(await count('?text=%22%27%3E%3Cimg')).toBe(10);
  expect(await count('?text=licence&outcome=held')).toBe(0);
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

it('counts many questions some at a time', async () => {
  const { records, now } = await seededStore({ questions: 2_500 });
  const read: number[] = [];
  const counted = recentNumbers({
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
  expect((await counted()).all.asked).toBe(2_083);
  expect(read).toEqual([1_000, 1_000, 500]);
});
