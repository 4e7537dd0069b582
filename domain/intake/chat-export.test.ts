import { expect, it } from 'vitest';
import { exportedMessages, readChatExport } from './chat-export.ts';

it('a reply to a message that the export does not hold stays a reply', () => {
  const reply = {
    id: '1800',
    type: 'Reply',
    timestamp: '2026-02-01T03:10:56Z',
    content: 'In the settings.',
    author: { id: '7' },
    reference: { messageId: '1700' },
  };
  const read = readChatExport({
    guild: { id: '1' },
    channel: { id: '2', type: 'GuildTextChat' },
    messages: [reply],
  });
  const messages = exportedMessages(read ? [read] : [], { memberIds: ['7'], roleIds: [] });
  expect(messages.get('1800')?.repliesTo).toEqual({ messageId: '1700', authorId: null, authorKind: null });
});
