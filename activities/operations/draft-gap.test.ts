import { expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { textsFor } from '../../config/texts-for.ts';
import { connectDiscord } from '../../test/support/discord/connect-discord.ts';
import { openTestDiscord } from '../../test/support/discord/scene.ts';
import { openSteps } from '../../test/support/steps/team-steps.ts';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { postGapDraft } from './draft-gap.ts';

it('where no channel of the team is set, a draft is posted nowhere, and its gap counts as drafted', async () => {
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
});
