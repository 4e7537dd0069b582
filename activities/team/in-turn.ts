const running = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs work with the same key one after the other in this process. Of several that begin with the same state of a
 * topic, only one could write, and the others would have to ask the model again.
 */
export function inTurn<Result>(owner: object, key: string, work: () => Promise<Result>): Promise<Result> {
  const turns = running.get(owner) ?? new Map<string, Promise<unknown>>();
  running.set(owner, turns);
  const mine = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, mine);
  const leave = () => {
    if (turns.get(key) === mine) turns.delete(key);
  };
  mine.then(leave, leave);
  return mine;
}
