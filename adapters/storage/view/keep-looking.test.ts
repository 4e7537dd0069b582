import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noView } from '../printed-view.ts';
import { keepLooking } from './view.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks once at a time, so that the end waits for one look, however slow the store is', async () => {
  const answered = Promise.withResolvers<void>();
  let looks = 0;
  const print = () => {
    looks += 1;
    return answered.promise;
  };
  const looking = keepLooking({ ...noView, print }, { isShared: true, tidy: async () => {} });
  await vi.advanceTimersByTimeAsync(60_000);
  const stopped = looking.stop();
  answered.resolve();
  await stopped;
  expect(looks).toBe(1);
});
