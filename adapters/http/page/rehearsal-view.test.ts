import { expect, it } from 'vitest';
import { servePage } from '../../../test/support/discord/page.ts';
import { hostile, seededStore } from '../../../test/support/storage/seeded-store.ts';
import { rehearsedEnd, rehearsedQuestion } from '../../../test/support/values/rehearsed.ts';

it('the last rehearsal shows each answer beside what the team said, the worst first, and takes verdicts', async () => {
  const storage = await seededStore();
  const { records } = storage;
  const page = await servePage(storage);
  const { cookie, form_token } = await page.enter();
  const read = async () => (await page.get('/page/rehearsal', { cookie })).text();
  expect(await read()).toContain('Nothing was rehearsed');
  const rehearsal = '2026-03-01T10:00:00.000Z-help';
  const fine = rehearsedQuestion(1, { rehearsal, text: 'Is it free?' });
  const bad = rehearsedQuestion(2, { rehearsal, text: hostile });
  for (const one of [rehearsedQuestion(3, { rehearsal: '2026-02-01', text: 'Long ago?' }), fine, bad])
    await records.saveRehearsed(one);
  await records.endRehearsed(fine.id, rehearsedEnd({ verdict: 'agrees' }));
  await records.endRehearsed(bad.id, rehearsedEnd({ verdict: 'contradicts', issues: ['Another key.'] }));
  const text = await read();
  expect(text.indexOf('contradicts the team')).toBeLessThan(text.indexOf('agrees with the team'));
  expect(text.indexOf('contradicts the team')).toBeGreaterThan(0);
  const parts = ['With <code>port</code>.', 'With the key port.', 'Another key.', '$0.01'];
  for (const shown of [...parts, '<span>help</span> <time datetime="2026-03-01T10:00">'])
    expect(text).toContain(shown);
  const total = (name: string) => new RegExp(`<dt>${name}</dt>\\s*<dd>1</dd>`, 'u');
  for (const name of ['agrees', 'contradicts']) expect(text).toMatch(total(name));
  expect(text).not.toContain('Long ago?');
  expect(text).not.toContain(hostile);
  const judge = (id: string, judged: string) =>
    page.post('/page/rehearsal/judge', { form_token, id, judged, page: '1' }, { cookie });
  const judged = await judge(bad.id, 'silence');
  expect([judged.status, judged.headers.get('location')]).toEqual([303, '/page/rehearsal?page=1']);
  expect((await records.rehearsed(bad.id))?.judged).toBe('silence');
  expect(await read()).toContain('Should be silent ✓');
  expect((await judge('r/none', 'right')).status).toBe(404);
  expect((await judge(bad.id, 'perhaps')).status).toBe(400);
});
