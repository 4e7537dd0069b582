import { describe, expect, it } from 'vitest';
import { gapLine, gapsOf, gapWith, type GapQuestion } from './gaps.ts';

const question = (at: number, over: Partial<GapQuestion> = {}): GapQuestion => ({
  messageId: String(at),
  question: 'Can I get a refund?',
  createdAt: new Date(Date.UTC(2026, 1, at)).toISOString(),
  reason: 'not_covered',
  authorId: 'anna',
  channelId: 'help',
  link: `chat://${at}`,
  nearest: [],
  vector: null,
  resolution: null,
  ...over,
});
const gaps = (...questions: readonly GapQuestion[]) => gapsOf(questions, new Date(0));

describe('a gap', () => {
  it('has the id and the words of its first question, whatever is asked later', () => {
    const long = question(1, { question: `<@1> Can I get a\nrefund ${'please '.repeat(30)}?` });
    const [gap] = gaps(question(3, { question: long.question }), long);
    expect(gap).toMatchObject({ id: '1', lastAskedAt: '2026-02-03T00:00:00.000Z' });
    expect(gap?.title).toMatch(/^Can I get a refund (?:please ?)+…$/u);
    expect(gap?.title.length).toBeLessThanOrEqual(100);
  });

  it('is known by each of its questions; without the first, the next one gives the id and what was decided holds', () => {
    const later = question(2, { resolution: 'dismissed' });
    const all = gaps(question(1, { resolution: 'dismissed' }), later);
    expect(gapWith(all, '2')?.id).toBe('1');
    expect(gaps(later)).toMatchObject([{ id: '2', state: 'dismissed' }]);
  });

  it('that a person called done opens again with the next question', () => {
    const done = question(1, { resolution: 'done' });
    expect(gaps(done)).toMatchObject([{ state: 'closed' }]);
    expect(gaps(done, question(2))).toMatchObject([{ state: 'open' }]);
  });

  it('that was dismissed stays so, whoever asks', () => {
    expect(gaps(question(1, { resolution: 'dismissed' }), question(2))).toMatchObject([
      { state: 'dismissed', askers: 1 },
    ]);
  });

  it('counts people once and names the page that most of its questions came near to first', () => {
    const near = (...ids: readonly string[]) => ({
      nearest: ids.map((sourceId) => ({ sourceId, title: '', url: null })),
    });
    const asked = Array.from({ length: 50 }, (_, at) => question(at + 1, near('kb:b')));
    const [gap] = gaps(question(60, { ...near('kb:a'), authorId: 'ben' }), ...asked);
    expect(gap).toMatchObject({ askers: 2, questions: { length: 51 } });
    expect(gap?.pages.map(({ sourceId }) => sourceId)).toEqual(['kb:b', 'kb:a']);
  });

  it('is one line for the team, with a link to the latest question and without its words', () => {
    const [gap] = gaps(question(1), question(2, { authorId: 'ben' }));
    expect(gap && gapLine(gap)).toBe('2 askers, 2 questions <chat://2>');
  });
});

it('gaps come by the number of people, then the latest first, and old ones not at all', () => {
  const other = (at: number, text: string, authorId = 'anna') => question(at, { question: text, authorId });
  const all = [
    other(1, 'Which port?'),
    other(3, 'Is there a dark theme?'),
    other(4, 'Where are the logs?'),
    other(5, 'Where are the logs?', 'ben'),
    other(6, 'Can I export invoices?'),
  ];
  const since = new Date(Date.UTC(2026, 1, 2));
  expect(gapsOf(all.toReversed(), since).map(({ id }) => id)).toEqual(['4', '6', '3']);
});
