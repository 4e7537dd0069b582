import { expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { textsFor } from '../../config/texts-for.ts';
import { connectDiscord } from '../../test/support/discord/connect-discord.ts';
import { openTestDiscord } from '../../test/support/discord/scene.ts';
import { openSteps } from '../../test/support/steps/team-steps.ts';
import { addPair, skipped } from '../../test/support/storage/add-pair.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { draftGap, openGapIssue, postGapDraft } from './draft-gap.ts';

it('where no channel of the team is set, a draft is posted nowhere, and its gap counts as drafted, unless it was dismissed meanwhile', async () => {
  const discord = await openTestDiscord();
  const { chat } = await connectDiscord(discord);
  const store = await openIn(testFolder());
  const { records } = store;
  const config = configSchema.parse({ discord: { channels: { help: {} } } });
  await records.insertReplyRecord(replyRecord('12', { status: 'unanswered', reason: 'not_covered' }));
  const askedAt = new Date().toISOString();
  await records.fileQuestion({ messageId: '12', name: 'ports', kind: 'uncovered', retrieved: null, askedAt });
  const deps = {
    ...openSteps({ store, decide: () => ({ text: '', questions: [] }) }),
    chat,
    config,
    channelFor: () => null,
    textsFor: textsFor(config),
    texts: textsFor(config)(null),
  };
  expect(await postGapDraft(deps, { gapId: '12' })).toEqual({ posted: false });
  expect(await records.gaps()).toMatchObject([{ state: 'drafted' }]);
  expect(await postGapDraft(deps, { gapId: '99' })).toEqual({ posted: false });
  // The button was pressed before somebody dismissed the gap, and is carried out afterwards.
  await records.resolveGap({ gapId: '12', resolution: 'dismissed', now: new Date() });
  await postGapDraft(deps, { gapId: '12' });
  expect(await records.gaps()).toMatchObject([{ state: 'dismissed' }]);
});

it('the mark by which an issue is found again is the same at each attempt, and nobody else can tell it', async () => {
  const marks: string[] = [];
  for (const store of [await openIn(testFolder()), await openIn(testFolder())]) {
    await store.records.insertReplyRecord(replyRecord('12', { status: 'unanswered', reason: 'not_covered' }));
    const filed = {
      messageId: '12',
      kind: 'uncovered',
      retrieved: null,
      askedAt: new Date().toISOString(),
    } as const;
    await store.records.fileQuestion({ ...filed, name: 'ports' });
    const issues = {
      open: async ({ mark }: { readonly mark: string }) => (
        marks.push(mark),
        { url: 'https://github.test/1' }
      ),
    };
    for (const _ of ['an attempt', 'the next']) await openGapIssue({ ...store, issues }, { gapId: '12' });
  }
  const [first, again, ...others] = marks;
  expect(first).toMatch(/^steward gap 12 [0-9a-f]{32}$/u);
  expect(again).toBe(first);
  expect(others).not.toContain(first);
});

it('a draft quotes only pairs that stand in the live library, neither a corrected one nor one without an outcome', async () => {
  const store = await openIn(testFolder());
  const { records, library } = store;
  const question = 'How long do refunds take?';
  await records.insertReplyRecord(
    replyRecord('12', { question, status: 'unanswered', reason: 'not_covered' }),
  );
  const filed = { messageId: '12', name: 'refunds', kind: 'uncovered', retrieved: null } as const;
  await records.fileQuestion({ ...filed, askedAt: new Date().toISOString() });
  const said = (second: number, text: string) =>
    entry(second, {
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
});
