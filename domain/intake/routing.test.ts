import { describe, expect, it } from 'vitest';
import type { Message } from './message.ts';
import { capturesIn, refuteRoute, routeBatch } from './routing.ts';
import { author, message, repliesTo, thread } from '../../test/support/values/messages.ts';

const anna = author('anna');
const ben = author('ben');
const tina = author('tina', 'team_member');
const tom = author('tom', 'team_member');
const steward = author('steward', 'steward');
const otherBot = author('bot', 'bot');
const membersThread = thread({ openedBySteward: false, ownerId: 'anna' });

const route = (over: Partial<Message>, answerThreads: boolean | null = null) =>
  routeOf([message(1, over)], answerThreads);

const routeOf = (batch: readonly Message[], answerThreads: boolean | null = null) =>
  routeBatch(batch, { channel: { answer_threads: answerThreads }, kb: { capture_unreplied_minutes: 0 } });

describe('where a message goes', () => {
  it.each<[string, Partial<Message>, string]>([
    ['a bot is ignored', { author: otherBot }, 'ignore'],
    ['Steward itself is ignored', { author: steward }, 'ignore'],
    ['a system message is ignored', { isSystem: true }, 'ignore'],
    ['a member in a channel gets a reply', {}, 'reply'],
    ['a member who replies to themselves gets a reply', { repliesTo: repliesTo('1', anna) }, 'reply'],
    ['a member who replies to Steward gets a reply', { repliesTo: repliesTo('1', steward) }, 'reply'],
    ['a member who replies to another member is ignored', { repliesTo: repliesTo('1', ben) }, 'ignore'],
    ['a member who replies to the team is ignored', { repliesTo: repliesTo('1', tina) }, 'ignore'],
    [
      'a member who replies to a message that is gone is ignored',
      { repliesTo: repliesTo('1', null) },
      'ignore',
    ],
    [
      'a mention gets a reply wherever it replies to',
      { repliesTo: repliesTo('1', ben), mentionsSteward: true },
      'reply',
    ],
    ["a member in Steward's thread gets a reply", { location: thread() }, 'reply'],
    [
      "a member to another in Steward's thread is ignored",
      { location: thread(), repliesTo: repliesTo('1', ben) },
      'ignore',
    ],
    ["a thread of a member's own is ignored", { location: membersThread }, 'ignore'],
    [
      'the team replying to a member is captured',
      { author: tina, repliesTo: repliesTo('1', anna) },
      'capture',
    ],
    [
      'the team replying to Steward is captured',
      { author: tina, repliesTo: repliesTo('1', steward) },
      'capture',
    ],
    ['the team replying to the team is ignored', { author: tina, repliesTo: repliesTo('1', tom) }, 'ignore'],
    [
      'the team replying to another bot is ignored',
      { author: tina, repliesTo: repliesTo('1', otherBot) },
      'ignore',
    ],
    [
      'the team replying to a message that is gone is ignored, in a thread, too',
      { author: tina, location: thread(), repliesTo: repliesTo('1', null) },
      'ignore',
    ],
    ['the team in a thread may be captured', { author: tina, location: thread() }, 'capture'],
    ['the team in a channel, to nobody, is ignored', { author: tina }, 'ignore'],
  ])('%s', (_, over, expected) => {
    expect(route(over)).toBe(expected);
  });

  it("answers a thread's owner where the channel answers threads", () => {
    expect(route({ location: membersThread }, true)).toBe('reply');
    expect(route({ location: membersThread, author: ben }, true)).toBe('ignore');
  });

  it("answers a forum post's owner unless the channel says otherwise", () => {
    const post = thread({ openedBySteward: false, ownerId: 'anna', inForum: true });
    expect(route({ location: post })).toBe('reply');
    expect(route({ location: post }, false)).toBe('ignore');
  });

  it('takes the strongest route of a batch', () => {
    const [left, asked] = [message(1, { author: otherBot }), message(2)];
    const told = message(3, { author: tina, repliesTo: repliesTo('1', anna) });
    expect(routeOf([left, told, asked])).toBe('capture');
    expect(routeOf([left, asked])).toBe('reply');
    expect(routeOf([])).toBe('ignore');
  });
});

describe('what the history says against a route', () => {
  const inThread = (id: number, over: Partial<Message> = {}) => message(id, { location: thread(), ...over });

  it('captures nothing where no community message came before', () => {
    const batch = [inThread(5, { author: tina })];
    expect(refuteRoute({ route: 'capture', batch, history: [inThread(1, { author: tom })] })).not.toBeNull();
    expect(refuteRoute({ route: 'capture', batch, history: [inThread(1)] })).toBeNull();
  });

  it('leaves a thread to people once a team member wrote there, unless it is mentioned', () => {
    const history = [inThread(1), inThread(2, { author: tina })];
    expect(refuteRoute({ route: 'reply', batch: [inThread(3)], history })).toBe('thread_handed_to_people');
    expect(
      refuteRoute({ route: 'reply', batch: [inThread(3, { mentionsSteward: true })], history }),
    ).toBeNull();
  });

  it("leaves a member's thread once another person answered", () => {
    const location = membersThread;
    const history = [message(1, { location }), message(2, { location, author: ben })];
    expect(refuteRoute({ route: 'reply', batch: [message(3, { location })], history })).toBe(
      'another_person_answered',
    );
  });

  it('goes on in its own thread when another member asks along', () => {
    const history = [inThread(1), inThread(2, { author: ben })];
    expect(refuteRoute({ route: 'reply', batch: [inThread(3)], history })).toBeNull();
  });
});

it.each([
  [true, false, true],
  ['ask', false, true],
  [false, true, false],
  [null, true, true],
  [null, false, false],
] as const)(
  'a channel whose setting is %s and which everyone reads (%s) captures: %s',
  (capture, readableByEveryone, captures) => {
    const { location } = message(1);
    expect(capturesIn({ capture }, { ...location, readableByEveryone })).toBe(captures);
  },
);
