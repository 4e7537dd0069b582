import { expect, it } from 'vitest';
import { findPairs, isUnrepliedEntry, questionIn, type RawEntry, type Turn } from './qa-pair.ts';

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

it.each<readonly [string, readonly (readonly [Turn['label'], string])[]]>([
  [
    'How do I set it?',
    [
      ['User', 'How do I set it?'],
      ['User', 'On Windows, I mean.'],
      ['Team', 'In the menu.'],
    ],
  ],
  [
    'Is B there?',
    [
      ['User', 'My key is refused, why?'],
      ['User', 'Is B there?'],
      ['Team', 'No.'],
      ['User', 'Really?'],
    ],
  ],
  [
    'It does not start.',
    [
      ['User', 'It does not start.'],
      ['User', 'Since today.'],
      ['Team', 'Update it.'],
    ],
  ],
  ['', [['Team', 'Good morning.']]],
])('a pair is shown by the question that the team answered: %j', (shown, turns) => {
  expect(questionIn(turns.map(([label, text]) => ({ label, text })))).toBe(shown);
});
