import { describe, expect, it } from 'vitest';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { servePage } from '../../../test/support/discord/page.ts';
import { seededStore } from '../../../test/support/storage/seeded-store.ts';
import { entry } from '../../../test/support/storage/test-store.ts';

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

    expect((await page.post(path, { form_token }, { cookie, origin: page.url })).status).toBe(200);
    expect([...(await storage.library.retracted())]).toEqual([entry(1).qaId]);
  });

  it('make and revoke keys of web pages, and say what is wrong with one', async () => {
    const storage = await seededStore();
    const page = await servePage(storage);
    const { cookie, form_token } = await page.enter();
    const wanted = {
      form_token,
      name: 'Docs',
      addresses: 'https://docs.example.com/a',
      groups: 'api',
      questions: '9',
    };
    expect(await (await page.post('/page/keys', { ...wanted, groups: 'app' }, { cookie })).text()).toContain(
      'group app',
    );
    expect(
      await (await page.post('/page/keys', { ...wanted, addresses: 'docs' }, { cookie })).text(),
    ).toContain('not docs');
    await page.post('/page/keys', wanted, { cookie });
    const [key] = await storage.records.publishableKeys();
    const limits = {
      name: 'Docs',
      origins: ['https://docs.example.com'],
      sources: ['api'],
      questionsPerDay: 9,
    };
    expect(key).toMatchObject(limits);
    expect(await (await page.get('/page/keys', { cookie })).text()).toContain(key?.key);
    await page.post(`/page/keys/${key?.key}/revoke`, { form_token }, { cookie });
    expect(await storage.records.publishableKeys()).toEqual([]);
  });

  it('decide only captures that wait here', async () => {
    const waiting = [
      { id: 'w/capture/1', about: 'remove', pair: null, removals: [entry(1)] },
      { id: '42', about: 'learn', pair: entry(2), removals: [] },
    ] as const;
    const storage = await seededStore();
    const page = await servePage(storage, { waiting });
    const { cookie, form_token } = await page.enter();
    const { qaId } = entry(1);
    const origin = { link: 'https://discord.com/channels/1/2/3', authorIds: [], correctedSourceIds: [] };
    await storage.records.savePairOrigin({ ...origin, qaId, snapshotId: null });
    const asks = await (await page.get('/page/team', { cookie })).text();
    expect(asks).toMatch(/Would remove[^]*Answer 1[^]*discord\.com\/channels\/1\/2\/3/u);
    await page.post('/page/captures/approve', { form_token, id: 'of/somebody/else' }, { cookie });
    expect(page.decided).toEqual([]);
    await page.post('/page/captures/approve', { form_token, id: 'w/capture/1' }, { cookie });
    expect(page.decided).toEqual([{ workflowId: 'w/capture/1', approve: true }]);
    const learn = (id: string) => page.post('/page/captures/learn', { form_token, id }, { cookie });
    expect(await (await learn('43')).text()).toContain('decided already');
    expect(await (await learn('w/capture/1')).text()).toContain('decided already');
    expect((await learn('42')).status).toBe(503);
  });

  it('a gap is called done, or dismissed', async () => {
    const storage = await seededStore({ text: 'Why?' });
    const page = await servePage(storage);
    const { cookie, form_token } = await page.enter();
    const states = async () =>
      Object.fromEntries((await storage.records.gaps()).map(({ id, state }) => [id, state]));
    const [first = '', second = ''] = Object.keys(await states());
    expect(await (await page.get('/page/gaps', { cookie })).text()).toContain(
      'Can two servers share one licence key?',
    );
    await page.post(`/page/gaps/${first}/done`, { form_token }, { cookie });
    await page.post(`/page/gaps/${second}/dismiss`, { form_token }, { cookie });
    expect(await states()).toEqual({ [first]: 'closed', [second]: 'dismissed' });
    expect(await (await page.get('/page/gaps', { cookie })).text()).toContain('No gap is open.');
  });

  it('a draft is shown to who asks for it', async () => {
    const storage = await seededStore();
    const page = await servePage(storage);
    const { cookie } = await page.enter();
    const [gap] = await storage.records.gaps();
    const shown = await (await page.get(`/page/gaps/${gap?.id}/draft`, { cookie })).text();
    // The team has not answered it.
    expect(shown).toContain('Read it before you use it: no model has written it.');
    expect(shown).toContain('## Can two servers share one licence key?');
    expect((await page.get('/page/gaps/9/draft', { cookie })).status).toBe(404);
  });

  it('that are refused or come too late say that nothing was changed', async () => {
    const storage = await seededStore();
    const page = await servePage(storage, { runs: { decideDraft: async () => false } });
    const { cookie, form_token } = await page.enter({ isTeam: false });
    for (const [path, fields] of [
      ['questions/1000003/accept', {}],
      ['questions/nothing/remove', {}],
      ['questions/1000000/correct', { text: 'No.' }],
      [`team/${entry(9).qaId}/retract`, {}],
      ['captures/learn', { id: '42' }],
    ] as const) {
      const refused = await page.post(`/page/${path}`, { form_token, ...fields }, { cookie });
      expect([path, await refused.text()]).toEqual([
        path,
        expect.stringContaining('<h1>Nothing was changed</h1>'),
      ]);
    }
  });

  it('of two people at one moment count both, although only the row of the question is kept', async () => {
    const storage = await seededStore();
    const messageId = '1000000';
    const captured: string[] = [];
    const startCapture = async ({ snapshotId }: { readonly snapshotId: string }) =>
      void captured.push(snapshotId);
    const page = await servePage(storage, { runs: { startCapture } });
    for (const id of ['77', '78']) {
      const { cookie, form_token } = await page.enter({ id });
      await page.post(`/page/questions/${messageId}/correct`, { form_token, text: id }, { cookie });
    }
    expect(new Set(captured).size).toBe(2);
  });

  it('a pair is corrected by the team as if it had gone on in the conversation', async () => {
    const storage = await seededStore();
    const { qaId, conversationId } = entry(1);
    const origin = { qaId, link: null, correctedSourceIds: [], authorIds: [], snapshotId: null };
    await storage.records.savePairOrigin({ ...origin, channelId: '5' });
    const captured: QaId[] = [];
    const startEntryCapture = async (corrected: QaId) => void captured.push(corrected);
    const page = await servePage(storage, { runs: { startEntryCapture } });
    const correct = async (who: object, of = qaId) => {
      const { cookie, form_token } = await page.enter(who);
      const path = `/page/team/${of}/correct`;
      return (await page.post(path, { form_token, text: 'Use 9090.' }, { cookie })).text();
    };
    const offered = async (who: object) =>
      (await (await page.get('/page/team', { cookie: (await page.enter(who)).cookie })).text()).match(
        /\/page\/team\/[^/]+\/correct/gu,
      );
    expect(await offered({ isTeam: false })).toBeNull();
    expect(await offered({})).toContain(`/page/team/${qaId}/correct`);
    expect(await correct({ isTeam: false })).toContain('Nothing was changed');
    expect(captured).toEqual([]);
    await correct({});
    const [corrected = qaId] = captured;
    const turns = (await storage.library.rawEntry(qaId))?.turns ?? [];
    expect(await storage.library.rawEntry(corrected)).toMatchObject({
      conversationId,
      turns: [turns[0], { label: 'Team', text: `> ${turns[1]?.text}` }, { label: 'Team', text: 'Use 9090.' }],
    });
    expect(await storage.records.pairOrigin(corrected)).toMatchObject({ channelId: '5' });
    await storage.library.retract({ qaIds: [qaId], now: new Date() });
    expect(await correct({})).toContain('Nothing was changed');
  });

  it('a pair that a page contradicts is shown with what the page says, and kept beside that alone', async () => {
    const storage = await seededStore();
    const { qaId } = entry(1);
    const said = { title: 'Guide', url: 'https://docs.example/guide', statement: 'The port is <8080>.' };
    const page = { sourceId: 'kb:guide.md', hash: 'a'.repeat(16), date: '2026-02-10T12:00:00Z', ...said };
    const found = { qaId, documents: '', near: [page], page, asked: null } as const;
    await storage.records.savePairComparison({ ...found, verdict: 'contradicts' });
    const served = await servePage(storage, { runs: { startRecheck: async () => {} } });
    const { cookie, form_token } = await served.enter();
    const shown = async () => (await served.get('/page/team', { cookie })).text();
    const keep = (hash: string) => served.post(`/page/team/${qaId}/keep`, { form_token, hash }, { cookie });
    expect(await shown()).toMatch(
      /says otherwise[^]*docs\.example[^]*2026-02-10[^]*The port is &lt;8080&gt;\./u,
    );
    await keep('b'.repeat(16));
    expect(await shown()).toContain('says otherwise');
    await keep(page.hash);
    expect(await shown()).not.toContain('says otherwise');
    await storage.records.savePairComparison({ ...found, verdict: 'contradicts' });
    expect(await shown()).not.toContain('says otherwise');
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
      [`/page/questions/${'a'.repeat(200)}`, 404],
      [`/page/questions/${'a'.repeat(201)}`, 400],
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
      ['/page/sources/try', {}, 400],
      ['/page/sources/try', { url: ' ' }, 400],
      ['/page/sources/try', { url: 'a'.repeat(2_001) }, 400],
      ['/page/sources/try', { url: 'a'.repeat(70_000) }, 413],
      ['/page/team/nothing/retract', {}, 404],
      ['/page/team/nothing/correct', { text: 'Yes.' }, 404],
      ['/page/questions/1000000/correct', { text: '' }, 400],
    ] as const)
      expect([path, (await page.post(path, { form_token, ...fields }, { cookie })).status]).toEqual([
        path,
        status,
      ]);
    const json = await fetch(`${page.url}/page/sources/try`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
  });
});
