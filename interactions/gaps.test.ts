import { expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { textsFor } from '../config/texts-for.ts';
import { addPair, skipped } from '../test/support/storage/add-pair.ts';
import { entry, openIn, testFolder, testNow } from '../test/support/storage/test-store.ts';
import { message, replyRecord } from '../test/support/values/messages.ts';
import { createInteractionHandlers } from './create-handlers.ts';
import { draftGap } from './gaps.ts';
import type { HandlerDeps } from './handler.ts';

it('a draft quotes only pairs that stand in the live library, neither a corrected one nor one without an outcome', async () => {
  const store = await openIn(testFolder());
  const { records, library } = store;
  const question = 'How long do refunds take?';
  const createdAt = new Date().toISOString();
  await records.insertReplyRecord(
    replyRecord('12', { question, createdAt, status: 'unanswered', reason: 'not_covered' }),
  );
  const said = (second: number, text: string) =>
    entry(second, {
      messageIds: ['12', String(12 + second)],
      turns: [
        { label: 'User', text: question },
        { label: 'Team', text },
      ],
    });
  const [wrong, right, covered, waiting] = [
    said(1, 'Thirty days.'),
    said(2, 'Fourteen days.'),
    said(3, 'Two weeks.'),
    said(4, 'A fortnight.'),
  ];
  for (const one of [wrong, right, covered, waiting]) await library.appendRaw(one, testNow);
  const quoted = async () =>
    (await draftGap(store, '12'))?.text.split('\n').filter((line) => line.startsWith('>'));
  await addPair(library, wrong);
  expect(await quoted()).toEqual(['> Thirty days.']);
  await addPair(library, right, { replaces: [wrong.qaId] });
  await library.settle(1, [skipped(covered)]);
  expect(await quoted()).toEqual(['> Fourteen days.']);
  expect(await draftGap(store, '99')).toBeNull();
});

it('the team reads a draft alone and in one message, and calls a gap done or dismisses it; members may not', async () => {
  const { records, library } = await openIn(testFolder());
  for (const [id, question] of [
    ['12', 'Which port?'],
    ['13', 'Is there a dark theme?'],
  ] as const)
    await records.insertReplyRecord(
      replyRecord(id, {
        question,
        createdAt: new Date().toISOString(),
        status: 'unanswered',
        reason: 'not_covered',
        nearest: [{ sourceId: 'kb:a.md', title: 'x'.repeat(3_000), url: null }],
      }),
    );
  const { config } = loadConfig({ path: null, env: {}, dotenvPath: null });
  const texts = textsFor(config)(null).desk;
  const handlers = createInteractionHandlers({
    library,
    records,
    config,
    texts,
    now: () => testNow,
  } as unknown as HandlerDeps);
  const press = async (kind: 'gap_draft' | 'gap_done' | 'gap_dismiss', target: string, isTeam = true) => {
    const actor = { id: '9', name: 'Maya', isTeam, moderates: isTeam, moderatesServer: isTeam };
    const { location } = message(1);
    return (await handlers.handle({ kind, target, requestId: `${kind}${target}`, actor, location }))?.text;
  };
  const draft = await press('gap_draft', '12');
  expect(draft).toMatch(/^```md\n## Which port\?[^]*\n```$/u);
  expect(draft?.length).toBeLessThanOrEqual(2_000);
  expect(await press('gap_draft', '99')).toBe(texts.gone);
  for (const kind of ['gap_draft', 'gap_done', 'gap_dismiss'] as const)
    expect(await press(kind, '12', false)).toBe(texts.not_allowed);
  expect(await press('gap_done', '12')).toBe(texts.gap_closed);
  expect(await press('gap_dismiss', '13')).toBe(texts.gap_dismissed);
  const states = (await records.gaps()).map(({ id, state }) => [id, state]);
  expect(Object.fromEntries(states)).toEqual({ 12: 'closed', 13: 'dismissed' });
});
