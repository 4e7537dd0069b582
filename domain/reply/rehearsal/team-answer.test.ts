import { describe, expect, it } from 'vitest';
import { author, message, repliesTo, thread } from '../../../test/support/values/messages.ts';
import { teamAnswer } from './team-answer.ts';

const maya = author('maya', 'team_member');
const question = message(1, { text: 'How do I set the port?' });
const answerIn = (after: Parameters<typeof teamAnswer>[0]['after'], over = {}) =>
  teamAnswer({
    batch: [question],
    after,
    inThread: false,
    withinMinutes: 0,
    windowSeconds: 60,
    ...over,
  }).map(({ text }) => text);

describe('what the team answered', () => {
  it('is its reply in the channel, with what it wrote right behind, and nothing to others', () => {
    const after = [
      message(2, { author: author('ben') }),
      message(3, { author: maya, text: 'With `port`.', repliesTo: repliesTo(question.id, question.author) }),
      message(4, { author: maya, text: 'Then restart.' }),
      message(5, { author: maya, text: 'No idea.', repliesTo: repliesTo('1002', author('ben')) }),
      message(900, { author: maya, text: 'Good night.' }),
    ];
    expect(answerIn(after)).toEqual(['With `port`.', 'Then restart.']);
  });

  it('is what it said to nobody right behind the question, where the team answers like this', () => {
    const after = [message(2, { author: maya, text: 'With `port`.' })];
    expect(answerIn(after)).toEqual([]);
    expect(answerIn(after, { withinMinutes: 10 })).toEqual(['With `port`.']);
    const toAnother = [message(2, { author: author('ben'), text: 'Where is the log?' }), ...after];
    expect(answerIn([toAnother[0] ?? question, message(3, { author: maya })], { withinMinutes: 10 })).toEqual(
      [],
    );
  });

  it('is in a thread what it said until a member spoke again', () => {
    const location = thread();
    const after = [
      message(2, { location, text: 'Anybody?' }),
      message(3, { location, author: maya, text: 'With `port`.' }),
      message(4, { location, author: author('noor', 'team_member'), text: 'Or by the environment.' }),
      message(5, { location, text: 'And the host?' }),
      message(6, { location, author: maya, text: 'With `host`.' }),
    ];
    expect(answerIn(after, { inThread: true })).toEqual(['With `port`.', 'Or by the environment.']);
  });

  it('is nothing that was said before', () => {
    const before = message(0, {
      author: maya,
      text: 'Hello.',
      repliesTo: repliesTo(question.id, question.author),
    });
    expect(answerIn([before])).toEqual([]);
  });
});
