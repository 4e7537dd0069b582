import { describe, expect, it } from 'vitest';
import type { Message } from './message.ts';
import { teamAnswered, unrepliedQuestion } from './person-answered.ts';
import { author, message, repliesTo, thread } from '../../test/support/values/messages.ts';

const tina = author('tina', 'team_member');
const question = message(10);
const snapshot = { id: question.id, batch: [question] };

it('sees a reply by the team to the question', () => {
  const since = [message(20, { author: tina, repliesTo: repliesTo(question.id, question.author) })];
  expect(teamAnswered({ snapshot, since })).toBe(true);
});

it('sees a word of the team in the same thread', () => {
  expect(teamAnswered({ snapshot, since: [message(20, { author: tina, location: thread() })] })).toBe(true);
});

it('does not take a remark in the channel, a member, or an earlier message for an answer', () => {
  const since = [
    message(20, { author: tina }),
    message(21, { author: author('ben'), repliesTo: repliesTo(question.id, question.author) }),
    message(5, { author: tina, location: thread() }),
  ];
  expect(teamAnswered({ snapshot, since })).toBe(false);
});

describe('an answer without a reply', () => {
  const ben = author('ben');
  const asks = (id: number, over: Partial<Message> = {}) =>
    message(id, { text: 'How do I change the port of the server?', ...over });
  const answer = message(600, { author: tina, text: 'Set server.port.' });
  const found = (earlier: readonly Message[], over: { readonly withinMinutes?: number } = {}) =>
    unrepliedQuestion({ answer, earlier, withinMinutes: 30, windowSeconds: 300, ...over });

  it('belongs to the last question before it, with its neighbours', () => {
    const question = [asks(20), message(60, { text: 'On Windows.' })];
    expect(found([asks(1, { author: ben }), ...question])).toEqual({ question, own: [] });
  });

  it('goes on with what the same person wrote to nobody before', () => {
    const own = message(500, { author: tina, text: 'One moment.' });
    expect(found([asks(20), own])).toEqual({ question: [asks(20)], own: [own] });
  });

  it('is not held up by bots, notices and what Steward says', () => {
    const notices = [
      message(29, { author: author('steward', 'steward'), text: "I don't know." }),
      message(30, { author: author('b', 'bot') }),
      message(31, { author: ben, isSystem: true }),
    ];
    expect(found([asks(20), ...notices])?.question).toEqual([asks(20)]);
  });

  it.each<[string, readonly Message[]]>([
    ['nobody asked', []],
    ['somebody else wrote in between', [asks(20), message(50, { author: author('tom', 'team_member') })]],
    ['it was said to another member', [asks(20, { repliesTo: repliesTo('1', ben) })]],
    ['it is chatter', [message(20, { text: 'good morning all, have a nice day' })]],
    [
      'the team member replied to it already',
      [asks(20), message(50, { author: tina, repliesTo: repliesTo('1020', author('anna')) })],
    ],
  ])('is none where %s', (_, earlier) => {
    expect(found(earlier)).toBeNull();
  });

  it('is none after so many minutes', () => {
    expect(found([asks(20)], { withinMinutes: 9 })).toBeNull();
    expect(found([asks(20)], { withinMinutes: 10 })).not.toBeNull();
  });
});
