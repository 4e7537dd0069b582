import { expect, it } from 'vitest';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import type { DiscordDeps } from '../deps.ts';
import { sayCannotLookUp } from './long-wait.ts';

it('a member whose answer is about to be posted is not told to wait', async () => {
  const { records } = await openIn(testFolder());
  await records.insertReplyRecord(replyRecord('1'));
  // Whatever else it asked for is not there.
  await expect(sayCannotLookUp({ records } as DiscordDeps, { messageId: '1' })).resolves.toBeUndefined();
  await expect(sayCannotLookUp({ records } as DiscordDeps, { messageId: '2' })).rejects.toThrow(
    'The conversation of message 2',
  );
});
