import { describe, expect, it, test } from 'vitest';
import { author, message, thread } from '../../test/support/values/messages.ts';
import { endsSoon, quietWindows, windowEnd } from './quiet-windows.ts';

const ids = (messages: Parameters<typeof quietWindows>[0]) =>
  quietWindows(messages, 50).map((window) => window.map(({ id }) => id));

test('what comes late makes a window for each author and place, as long as windows may be', () => {
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

describe('a window', () => {
  const lengths = { waitMilliseconds: 6_000, directWaitMilliseconds: 2_000, maxWaitMilliseconds: 60_000 };
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

test('a mention with a word in it ends a window soon, a mention alone does not', () => {
  const soon = (text: string, mentionsSteward = true) => endsSoon(message(1, { text, mentionsSteward }));
  expect([soon('@steward port?'), soon('@steward'), soon('@steward ?'), soon('port?', false)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
