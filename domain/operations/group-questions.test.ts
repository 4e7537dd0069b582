import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupQuestions, type AskedQuestion } from './group-questions.ts';

const asked = (...questions: readonly string[]): readonly AskedQuestion[] =>
  questions.map((question, at) => ({
    messageId: String(100 + at),
    question,
    createdAt: new Date(Date.UTC(2026, 1, 1) + at * 60_000).toISOString(),
    reason: at % 2 === 0 ? 'not_covered' : 'no_source_selected',
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
