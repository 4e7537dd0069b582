import { describe, expect, it } from 'vitest';
import type { Message } from './message.ts';
import { asksSomething, openMessages, teamAnswered, unrepliedQuestion } from './person-answered.ts';
import { author, message, repliesTo, thread } from '../../test/support/values/messages.ts';

const tina = author('tina', 'team_member');
const question = message(10);
const snapshot = { id: question.id, batch: [question] };

it('sees a reply by the team to the question', () => {
  const since = [message(20, { author: tina, repliesTo: repliesTo(question.id, question.author) })];
  expect(teamAnswered(snapshot, since)).toBe(true);
});

it('sees a word of the team in the same thread', () => {
  expect(teamAnswered(snapshot, [message(20, { author: tina, location: thread() })])).toBe(true);
});

it('does not take a remark in the channel, a member, or an earlier message for an answer', () => {
  const since = [
    message(20, { author: tina }),
    message(21, { author: author('ben'), repliesTo: repliesTo(question.id, question.author) }),
    message(5, { author: tina, location: thread() }),
  ];
  expect(teamAnswered(snapshot, since)).toBe(false);
});

describe("what is open of a member's messages", () => {
  const own = [10, 20, 30].map((id) => message(id));
  const ids = (around: readonly Message[]) => openMessages(own, around).map(({ id }) => Number(id) - 1000);

  it('is all of them, whatever others and Steward say to nobody', () => {
    const others = [
      message(25, { author: author('ben') }),
      message(26, { author: author('steward', 'steward') }),
    ];
    expect(ids([...own, ...others])).toEqual([10, 20, 30]);
  });

  it('is what came after the last that somebody replied to', () => {
    expect(
      ids([message(40, { author: author('ben'), repliesTo: repliesTo('1020', question.author) })]),
    ).toEqual([30]);
    expect(
      ids([message(40, { author: question.author, repliesTo: repliesTo('1020', question.author) })]),
    ).toEqual([10, 20, 30]);
  });

  it('is what came after the last words of the team to nobody, which are more than a courtesy', () => {
    expect(
      ids([message(15, { author: tina }), message(25, { author: tina, text: 'Set server.port.' })]),
    ).toEqual([30]);
    expect(ids([message(25, { author: tina, text: 'Thanks!' })])).toEqual([10, 20, 30]);
  });
});

it('a call for help asks nothing that anybody could answer', () => {
  const call = message(1, { text: '@steward can you help?' });
  expect([asksSomething([call]), asksSomething([question, call])]).toEqual([false, true]);
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
    ['it was said to a message that is gone', [asks(20, { repliesTo: repliesTo('1', null) })]],
    ['it is chatter', [message(20, { text: 'good morning all, have a nice day' })]],
    [
      'the team member replied to it already',
      [asks(20), message(50, { author: tina, repliesTo: repliesTo('1020', author('anna')) })],
    ],
    [
      'the team member replied to a message that is gone in between',
      [asks(20), message(50, { author: tina, repliesTo: repliesTo('1', null) })],
    ],
  ])('is none where %s', (_, earlier) => {
    expect(found(earlier)).toBeNull();
  });

  it('is none after so many minutes', () => {
    expect(found([asks(20)], { withinMinutes: 9 })).toBeNull();
    expect(found([asks(20)], { withinMinutes: 10 })).not.toBeNull();
  });
});
