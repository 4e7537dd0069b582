import { setTimeout as sleep } from 'node:timers/promises';

const running = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Some calls of a model. Behind one that takes longer, nothing waits on. */
const longestWaitMilliseconds = 10_000;

/**
 * Runs work with the same key one after the other in this process, as long as that takes no longer than usual. Of several that begin with
 * the same state of a topic, only one could write, and the others would have to ask the model again.
 */
export function inSequence<Result>(owner: object, key: string, work: () => Promise<Result>): Promise<Result> {
  const queue = running.get(owner) ?? new Map<string, Promise<unknown>>();
  running.set(owner, queue);
  const ahead = queue.get(key);
  const waited = ahead && Promise.race([ahead, sleep(longestWaitMilliseconds, null, { ref: false })]);
  const mine = Promise.resolve(waited).then(work, work);
  queue.set(key, mine);
  const leave = () => {
    if (queue.get(key) === mine) queue.delete(key);
  };
  mine.then(leave, leave);
  return mine;
}
