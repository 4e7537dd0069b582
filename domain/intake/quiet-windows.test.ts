import { describe, expect, it, test } from 'vitest';
import { author, message, thread } from '../../test/support/values/messages.ts';
import { endsSoon, liveWindows, longestWindows, windowEnd, cameLate } from './quiet-windows.ts';
import { snowflakeAt } from '../values/snowflake.ts';

const idsOf = (windows: ReturnType<typeof longestWindows>) =>
  windows.map((window) => window.map(({ id }) => id));
const ids = (messages: Parameters<typeof longestWindows>[0]) => idsOf(longestWindows(messages, 50));

test('what is read long after makes a window for each author and place, as long as windows may be', () => {
  const other = message(5, { author: author('ben') });
  expect(ids([message(0), message(10), other, message(35), message(49)])).toEqual([
    ['1000', '1010', '1035', '1049'],
    ['1005'],
  ]);
  expect(ids([0, 15, 30, 45, 60].map((at) => message(at)))).toEqual([
    ['1000', '1015', '1030', '1045'],
    ['1060'],
  ]);
  expect(ids([message(0), message(5, { location: thread() })])).toEqual([['1000'], ['1005']]);
});

const lengths = { waitMilliseconds: 6_000, directWaitMilliseconds: 2_000, maxWaitMilliseconds: 60_000 };

describe('the windows of messages that are taken together', () => {
  const asks = (at: number) => message(at, { text: '@steward port?', mentionsSteward: true });
  const windows = (messages: readonly ReturnType<typeof message>[], late: readonly number[]) =>
    idsOf(liveWindows(messages, lengths, new Set(late.map((at) => String(1000 + at)))));

  it('are those of their own timestamps where they came late, whatever came before or after them in time', () => {
    expect(windows([asks(0), asks(12)], [0, 12])).toEqual([['1000'], ['1012']]);
    expect(windows([asks(0), asks(12)], [12])).toEqual([['1000'], ['1012']]);
    expect(windows([asks(0), asks(12)], [0])).toEqual([['1000'], ['1012']]);
    expect(windows([message(0), message(5), message(10), message(17)], [0, 5, 10, 17])).toEqual([
      ['1000', '1005', '1010'],
      ['1017'],
    ]);
    expect(windows([asks(0), message(1), message(4)], [0, 1, 4])).toEqual([['1000', '1001'], ['1004']]);
  });

  it('are what the run has waited for where they came in time: their author may have typed', () => {
    expect(windows([asks(0), asks(12), message(40)], [])).toEqual([['1000', '1012', '1040']]);
  });

  it.each([
    [4_000, false],
    [6_000, true],
  ])('count a message as late after five seconds: %d ms', (lag, isLate) => {
    const written = new Date('2026-02-01T00:00:00Z');
    expect(cameLate(snowflakeAt(written), written.getTime() + lag)).toBe(isLate);
  });
});

describe('a window', () => {
  const end = (over: object) =>
    windowEnd({ firstAt: 0, messageAt: 20_000, typedAt: null, isDirect: false, ...over }, lengths);

  it('ends when the author was quiet for a while, sooner when they ask directly', () => {
    expect(end({})).toBe(26_000);
    expect(end({ isDirect: true })).toBe(22_000);
  });

  it('goes on for ten seconds after the author typed, and never longer than it may', () => {
    expect(end({ typedAt: 25_000 })).toBe(35_000);
    expect(end({ typedAt: 21_000, isDirect: true })).toBe(31_000);
    expect(end({ typedAt: 58_000 })).toBe(60_000);
    expect(end({ messageAt: 59_000 })).toBe(60_000);
  });
});

test('words in a thread of Steward end a window soon', () => {
  const soon = (openedBySteward: boolean) =>
    endsSoon(message(1, { text: 'And the port?', location: thread({ openedBySteward }) }));
  expect([soon(true), soon(false)]).toEqual([true, false]);
});

test('a mention with a word in it ends a window soon, a mention alone does not', () => {
  const soon = (text: string, mentionsSteward = true) => endsSoon(message(1, { text, mentionsSteward }));
  expect([soon('@steward port?'), soon('@steward'), soon('@steward ?'), soon('port?', false)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
