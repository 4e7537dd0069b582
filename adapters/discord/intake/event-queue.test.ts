import { expect, it } from 'vitest';
import { silentLog } from '../../../test/support/run-workers.ts';
import { createEventQueue } from './event-queue.ts';

it('tells what waits, and for how long the oldest has', async () => {
  const queue = createEventQueue({ maxWaiting: 2, log: silentLog });
  expect(queue.state()).toEqual({ waiting: 0, lagSeconds: 0 });
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.add('place', () => promise);
  queue.add('place', async () => {});
  expect(queue.add('place', async () => {})).toBe(false);
  expect(queue.state().waiting).toBe(2);
  await expect.poll(() => queue.state().lagSeconds).toBeGreaterThan(0);
  resolve();
  await expect.poll(() => queue.state()).toEqual({ waiting: 0, lagSeconds: 0 });
});
