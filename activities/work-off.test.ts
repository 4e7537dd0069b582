import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inStep } from '../test/support/steps/team-steps.ts';
import { workOff } from './work-off.ts';

const given = { none: { done: 0, odd: 0 }, atOnce: 2, milliseconds: 10_000 };

describe('working off what is due', () => {
  it('does each item once, so many at a time, and adds up what came of them', async () => {
    const began: number[] = [];
    let running = 0;
    let most = 0;
    const work = async (item: number) => {
      began.push(item);
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      return item % 2 === 1 ? { done: 1, odd: 1 } : { done: 1 };
    };
    expect(await inStep(() => workOff([1, 2, 3, 4, 5], { ...given, work }))).toEqual({ done: 5, odd: 3 });
    expect([began, most]).toEqual([[1, 2, 3, 4, 5], 2]);
  });

  it('begins nothing when the time is up', async () => {
    const work = async () => {
      await sleep(20);
      return { done: 1 };
    };
    const items = Array.from({ length: 100 }, (_, at) => at);
    const { done } = await inStep(() => workOff(items, { ...given, milliseconds: 30, work }));
    expect(done).toBeGreaterThan(1);
    expect(done).toBeLessThan(10);
  });

  it('fails with the first failure, begins nothing after it, and waits for what was begun', async () => {
    const ended: string[] = [];
    const work = async (item: string) => {
      if (item === 'bad') throw new Error('the model is away');
      await sleep(30);
      ended.push(item);
      return { done: 1 };
    };
    const working = inStep(() => workOff(['slow', 'bad', 'next'], { ...given, work }));
    await expect(working).rejects.toThrow('the model is away');
    expect(ended).toEqual(['slow']);
    await sleep(50);
    expect(ended).toEqual(['slow']);
  });
});
