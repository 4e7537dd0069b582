import { expect, it } from 'vitest';
import { newSnapshot } from '../../domain/intake/snapshot.ts';
import { openSteps } from '../../test/support/steps/team-steps.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { author, message } from '../../test/support/values/messages.ts';
import { regatherConversations } from './regather-conversations.ts';

it('a conversation is gathered again without the words of a person who is forgotten while it is', async () => {
  const store = await openIn(testFolder());
  const { records, library, erasure } = store;
  const [asked, seen, answered] = [
    message(1),
    message(2, { author: author('ben'), text: 'I see it, too' }),
    message(3, { author: author('tina', 'team_member'), text: 'Restart it.' }),
  ];
  const snapshot = { route: 'capture', conversationId: 'reply_1', batch: [answered] } as const;
  await records.saveSnapshot(newSnapshot({ ...snapshot, id: '1003', history: [asked, seen] }));
  const said = [asked, seen, answered];
  const turns = said.map(({ text }, at) => ({ label: at === 2 ? 'Team' : 'User', text }) as const);
  const raw = entry(1, { messageIds: said.map(({ id }) => id), turns });
  const { qaId } = await library.appendRaw(raw, testNow);
  await records.savePairOrigin({
    qaId,
    link: null,
    correctedSourceIds: [],
    authorIds: null,
    snapshotId: '1003',
  });
  const now = new Map([asked, seen, { ...answered, text: 'Restart it twice.' }].map((one) => [one.id, one]));
  let meanwhile: () => Promise<unknown> = () => erasure.erase({ userId: 'ben' });
  const chat = {
    fetchMessage: async ({ messageId }: { readonly messageId: string }) => {
      if (messageId === answered.id) await meanwhile();
      return now.get(messageId) ?? null;
    },
  };
  const steps = openSteps({ store, decide: () => ({ skip: true, topic_name: '' }) });
  const regather = () =>
    regatherConversations({ ...steps, chat } as never, { messageId: answered.id, name: 'again' });
  await expect(regather()).rejects.toMatchObject({ code: 'person_forgotten', kind: 'transient' });
  meanwhile = async () => null;
  expect((await regather()).batches).toMatchObject([{ snapshotId: 'again.0' }]);
  const texts = (await records.snapshot('again.0'))?.history.map(({ text }) => text);
  expect(texts).toEqual(['message 1']);
});
