const running = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Works one after the other in this process where the key is the same: of several that begin with one state of a topic, one could
 * write, and the others would have to ask the model again.
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
