import { expect, test } from 'vitest';
import { quietWindows } from './quiet-windows.ts';
import { author, message, thread } from '../../test/support/values/messages.ts';

const ids = (messages: Parameters<typeof quietWindows>[0]) =>
  quietWindows(messages, { message_batch_wait_seconds: 20, message_batch_max_wait_seconds: 50 }).map(
    (window) => window.map(({ id }) => id),
  );

test('each new message of the author restarts the window, others do not', () => {
  const other = message(5, { author: author('ben') });
  expect(ids([message(0), message(10), other, message(25), message(44)])).toEqual([
    ['1000', '1010', '1025', '1044'],
    ['1005'],
  ]);
  expect(ids([message(0), message(20)])).toEqual([['1000'], ['1020']]);
});

test('a window ends at its longest time, and each place has its own', () => {
  expect(ids([0, 15, 30, 45, 60].map((at) => message(at)))).toEqual([
    ['1000', '1015', '1030', '1045'],
    ['1060'],
  ]);
  expect(ids([message(0), message(5, { location: thread() })])).toEqual([['1000'], ['1005']]);
});
