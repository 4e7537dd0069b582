import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupQuestions, type AskedQuestion } from './group-questions.ts';

const asked = (...questions: readonly string[]): readonly AskedQuestion[] =>
  questions.map((question, at) => ({
    messageId: String(100 + at),
    question,
    createdAt: new Date(Date.UTC(2026, 1, 1) + at * 60_000).toISOString(),
    reason: at % 2 === 0 ? 'not_covered' : 'no_source_selected',
    authorId: `member ${at % 2}`,
    channelId: '20',
    link: at === 0 ? null : `chat://${at}`,
  }));

const counts = (...questions: readonly string[]) =>
  groupQuestions(asked(...questions)).map(({ question, count }) => [question, count]);

describe('questions', () => {
  it('in other words of the same meaning-bearing kind are one, told as it was asked last', () => {
    expect(
      counts(
        'How do I set the port?',
        'hello, can someone help me setting ports',
        'How do I delete my account?',
      ),
    ).toEqual([
      ['hello, can someone help me setting ports', 2],
      ['How do I delete my account?', 1],
    ]);
  });

  it.each([
    ['What does max_connections do?', 'How do I set max_connections?'],
    ['What is --autostash for?', '@steward how do I use git rebase --autostash?'],
    ['How can I use the port?', '@steward please explain the port to me'],
  ])('%j and %j are one', (one, other) => {
    expect(counts(one, other)).toHaveLength(1);
  });

  it('in two languages are one when a model has translated one of them', () => {
    const [first, second] = asked('How do I set the port?', 'Wie stelle ich den Port ein?');
    const questions = [first, { ...second, translatedQuestion: 'How can I set the port?' }];
    expect(groupQuestions(questions as readonly AskedQuestion[])).toMatchObject([
      { question: 'Wie stelle ich den Port ein?', count: 2 },
    ]);
  });

  it('are told without the mention of Steward', () => {
    expect(counts('<@77> how do I set\n@steward the port?')).toEqual([['how do I set the port?', 1]]);
  });

  it.each([
    ['What does error 42 mean?', 'What does error 43 mean?'],
    ['How do I install the node?', 'How do I uninstall the node?'],
    ['怎么设置端口', '怎么删除账户'],
  ])('%j and %j stay two', (one, other) => {
    expect(counts(one, other)).toHaveLength(2);
  });

  it('without spaces between words are compared by their characters', () => {
    expect(counts('怎么设置端口', '请问怎么设置端口呢')).toHaveLength(1);
  });

  it('say how often, since when and why they found no answer', () => {
    expect(groupQuestions(asked('set port?', 'set the port?', 'the port, how set?'))).toEqual([
      {
        question: 'the port, how set?',
        count: 3,
        firstAskedAt: '2026-02-01T00:00:00.000Z',
        lastAskedAt: '2026-02-01T00:02:00.000Z',
        reasons: ['not_covered', 'no_source_selected'],
        messageIds: ['100', '101', '102'],
        authorIds: ['member 0', 'member 1'],
        channelIds: ['20'],
        links: ['chat://1', 'chat://2'],
      },
    ]);
  });

  it('make the same groups in whatever order they are read, and none is lost', () => {
    const words = fc.constantFrom('port', 'set', 'how', 'node', 'gpu', '端口', '', 'é', '42');
    fc.assert(
      fc.property(fc.array(fc.array(words, { maxLength: 5 }), { maxLength: 12 }), (texts) => {
        const questions = asked(...texts.map((text) => text.join(' ')));
        const groups = groupQuestions(questions);
        expect(groupQuestions(questions.toReversed())).toEqual(groups);
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(questions.length);
      }),
    );
  });
});
