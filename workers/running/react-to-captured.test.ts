import { expect, it, onTestFinished, vi } from 'vitest';
import type { MessageRef } from '../../domain/ports/chat.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { silentLog } from '../../test/support/run-workers.ts';
import { reactToCaptured } from './react-to-captured.ts';

const due = (messageId: string): MessageRef => ({ messageId, channelId: '20', threadId: null });

function start(react: (messageId: string) => Promise<void>) {
  const left = new Map(['1', '2'].map((id) => [id, due(id)]));
  const stop = reactToCaptured({
    chat: { react: ({ messageId }) => react(messageId) },
    records: {
      dueReactions: async () => [...left.values()],
      endReaction: async (messageId) => void left.delete(messageId),
    },
    emoji: '📘',
    log: silentLog,
  });
  onTestFinished(stop);
  return { left, stop };
}

it('what is due is marked, and a mark that Discord refuses for good holds up no other', async () => {
  const marked: string[] = [];
  const { left } = start(async (id) => {
    if (id === '1')
      throw new PortError({ kind: 'final', code: 'discord_permissions_missing', message: 'No.' });
    marked.push(id);
  });
  await vi.waitFor(() => expect(left.size).toBe(0));
  expect(marked).toEqual(['2']);
});

it('a mark that failed for now stays due, and a stop does not wait for the next attempt', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const { left, stop } = start(async () => {
    resolve();
    throw new PortError({ kind: 'transient', code: 'temporal_call_failed', message: 'Later.' });
  });
  await asked;
  await stop();
  expect(left.size).toBe(2);
});
