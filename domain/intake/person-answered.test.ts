import { expect, it } from 'vitest';
import { teamAnswered } from './person-answered.ts';
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
