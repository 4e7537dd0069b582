import { describe, expect, it } from 'vitest';
import type { RawEntry, Turn } from '../team/qa-pair.ts';
import { draftOf, entriesAbout } from './gap-draft.ts';
import { gapsOf, type Gap } from './gaps.ts';

const [gap] = gapsOf(
  [
    {
      messageId: '11',
      question: 'A refund for @maya, my grandmother?',
      createdAt: '2026-02-01T00:00:00.000Z',
      reason: 'not_covered',
      authorId: 'anna',
      channelId: 'help',
      link: 'chat://11',
      nearest: [{ sourceId: 'kb:plans.md', title: 'Plans', url: 'https://docs.test/plans' }],
      vector: null,
      resolution: null,
    },
  ],
  new Date(0),
) as [Gap];

const entry = (messageIds: readonly string[], ...turns: readonly Turn[]): RawEntry => ({
  qaId: 'qa_20260202_000000.000000',
  messageIds,
  conversationId: 'reply_11',
  timestamp: '2026-02-02T00:00:00.000000Z',
  turns,
});
const asked = (text: string): Turn => ({ label: 'User', text });
const said = (text: string): Turn => ({ label: 'Team', text });

describe('a draft', () => {
  it('has the first question as its heading, the words of the team as quotes, and no mention', () => {
    const about = entry(
      ['11', '12'],
      asked('My grandmother paid twice'),
      said('Hi ANNA, <@123456> and @ben.k:\nrefunds take 14 days with @acme/pay.'),
    );
    const quotes = entriesAbout(gap, [about]).map(({ turns }) => ({ turns, link: 'chat://12' }));
    const { title, text } = draftOf(gap, quotes);
    expect(title).toBe('A refund for …, my grandmother?');
    expect(text).toBe(
      [
        '## A refund for …, my grandmother?',
        '',
        '> Hi ANNA, … and …:',
        '> refunds take 14 days with @acme/pay.',
        '>',
        '> <chat://12>',
        '',
        'Nearest pages:',
        '',
        '- Plans: https://docs.test/plans',
        '',
        '1 asker, 1 question.',
        '',
      ].join('\n'),
    );
  });

  it('says so where the team has not answered', () => {
    expect(draftOf(gap, []).text).toContain('The team has not answered this yet.');
  });
});

it('quotes only conversations that hold one of the questions, the latest first', () => {
  const own = entry(['11', '12'], asked('so?'), said('Yes.'));
  const again = entry(['11', '13'], asked('so?'), said('No longer.'));
  const other = entry(['31', '32'], asked('A refund for Maya, my grandmother?'), said('Within 14 days.'));
  expect(entriesAbout(gap, [own, other, again])).toEqual([again, own]);
});
