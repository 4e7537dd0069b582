import { expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { channelFor } from '../../config/channel-for.ts';
import { openSteps } from '../../test/support/steps/team-steps.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { author, message } from '../../test/support/values/messages.ts';
import { gatherContext } from './gather-context.ts';

it('a bare mention is handed over although the words that it points at were forgotten', async () => {
  const store = await openIn(testFolder(), { now: () => new Date('2026-02-01T00:00:30Z') });
  const anna = author('4001');
  const question = message(10, { text: 'How do I rotate the signing key?', author: anna });
  const call = message(60, { text: '@steward', mentionsSteward: true, author: anna });
  const known = new Map([question, call].map((one) => [one.id, one]));
  const chat = {
    showTyping: async () => {},
    fetchAround: async () => [question, call],
    fetchMessage: async ({ messageId }: { readonly messageId: string }) => known.get(messageId) ?? null,
    messagesAfter: async () => [],
    fetchThread: async () => [],
  };
  const config = configSchema.parse({ discord: { channels: { help: { mode: 'mention' } } } });
  const steps = openSteps({
    store,
    decide: () => ({ skip: true, topic_name: '' }),
    now: () => new Date('2026-02-01T00:01:05Z'),
  });
  const deps = { ...steps, chat, config, channelFor: channelFor(config, null) };
  await store.records.claim({
    owner: 'w0',
    messageIds: [question.id],
    snapshot: null,
    reason: 'not_mentioned',
  });
  await store.records.saveMessage(question, new Date('2036-01-01'));
  await store.library.appendRaw(entry(1, { messageIds: [question.id, '1020'] }), testNow);
  await store.erasure.erase({ userId: '4001' });
  await store.records.saveMessage(call, new Date('2036-01-01'));
  const { batches } = await gatherContext(deps as never, { owner: 'w1', messageIds: [call.id] });
  expect(batches).toMatchObject([{ snapshotId: call.id, messageIds: [call.id] }]);
});
