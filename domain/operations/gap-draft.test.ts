import { describe, expect, it } from 'vitest';
import type { RawEntry, Turn } from '../team/qa-pair.ts';
import { draftOf, entriesAbout, quoteOf, withoutNames } from './gap-draft.ts';
import { gapOf } from './gaps.ts';

const gap = gapOf({
  id: '11',
  name: 'refunds-for-maya',
  resolution: null,
  resolvedAt: null,
  questions: [
    {
      messageId: '11',
      question: 'Can my grandmother get a refund for her plan?',
      createdAt: '2026-02-01T00:00:00.000Z',
      reason: 'not_covered',
      authorId: 'anna',
      channelId: 'help',
      link: 'chat://11',
      kind: 'uncovered',
      lastAskedAt: '',
      answeredBy: null,
    },
  ],
  nearest: [{ sourceId: 'kb:plans.md', title: 'Plans', url: 'https://docs.test/plans' }],
});

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
  it('has the words of the team as quotes, and of a member neither a word nor a name', () => {
    const names = ['Anna Lund', 'Maya'];
    const about = entry(
      ['11', '12'],
      asked('My grandmother paid twice'),
      said('Hi ANNA, <@123456> and @ben.k:\nrefunds take 14 days. /Maya'),
    );
    const quotes = entriesAbout(gap, [about]).map((one) => quoteOf(one, { names, link: 'chat://12' }));
    const { title, text } = draftOf(gap, { quotes, names });
    expect(title).toBe('Refunds for …');
    expect(text).toBe(
      [
        '## Refunds for …',
        '',
        '> Hi …, … and …:',
        '> refunds take 14 days. /…',
        '>',
        '> <chat://12>',
        '',
        'Nearest pages:',
        '',
        '- Plans: https://docs.test/plans',
        '',
        'Asked by 1 person in 1 question; no page covers it.',
        '',
      ].join('\n'),
    );
  });

  it('says so where the team has not answered', () => {
    expect(draftOf(gap, { quotes: [], names: [] }).text).toContain('The team has not answered this yet.');
  });
});

it('the team has answered in the same conversation, or a question of much the same words', () => {
  const own = entry(['11', '12'], asked('so?'), said('Yes.'));
  const same = entry(['21', '22'], asked('How do I get a refund for a plan?'), said('Within 14 days.'));
  const other = entry(['31', '32'], asked('Which port does it use?'), said('8080.'));
  // One word that every question of this community holds is not the same words.
  const price = entry(['41', '42'], asked('Which plan?'), said('The small one.'));
  expect(entriesAbout(gap, [other, price, same, own])).toEqual([own, same]);
});

it('names go as words of their own, whatever their case; other words stay', () => {
  expect(withoutNames('Will Willow ask mark@x.test about the Mark?', ['Mark Will'])).toBe(
    '… Willow ask …@x.test about the …?',
  );
  expect(withoutNames('It will work, Will.', ['Will'])).toBe('It will work, ….');
  expect(withoutNames('Zoë, ZOË and zoë-lee', ['zoë'])).toBe('…, … and …-lee');
  expect(withoutNames('请问张伟吧', ['张伟'])).toBe('请问…吧');
  expect(withoutNames('ຖາມນາງແລ້ວ', ['ນາງ'])).toBe('ຖາມ…ແລ້ວ');
  expect(withoutNames('npm install @acme/docs', [])).toBe('npm install @acme/docs');
});
