import { expect, it } from 'vitest';
import { findPairs, isUnrepliedEntry, type RawEntry } from './qa-pair.ts';

const entry = (conversationId: string): RawEntry => ({
  qaId: 'qa_20260201_000000',
  timestamp: '2026-02-01T00:00:00Z',
  conversationId,
  messageIds: ['11', '12'],
  turns: [
    { label: 'User', text: 'How?' },
    { label: 'Team', text: 'So.' },
  ],
});

it('an entry that is named after the words of the team was written without a reply', () => {
  expect(['reply_12', 'reply_11', 'thread_12', 'reply_99'].map((id) => isUnrepliedEntry(entry(id)))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('pairs are found by the words of their turns in any case, the newest first', () => {
  const older = entry('reply_11');
  const newer = { ...entry('reply_12'), timestamp: '2026-02-02T00:00:00Z' };
  const topics = [
    { slug: 'ports', pairs: [older] },
    { slug: 'hosts', pairs: [newer] },
  ];
  const found = (text: string) => findPairs(topics, text).map(({ topic }) => topic);
  expect(found('HOW?')).toEqual(['hosts', 'ports']);
  expect(found('never')).toEqual([]);
});
