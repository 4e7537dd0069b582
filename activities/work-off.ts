import { stepRun } from './heartbeat.ts';

/**
 * Processes items, `atOnce` at a time, until none is left or the time is up, and reports after each. Started items are
 * finished even if another one throws or the step is cancelled, so that no work of this attempt overlaps with the next
 * one. Returns the sums of what `work` returned.
 */
export async function workOff<Item, Counts extends Readonly<Record<string, number>>>(
  items: readonly Item[],
  {
    none,
    atOnce,
    milliseconds,
    work,
  }: {
    /** All counts, at 0. */
    readonly none: Counts;
    readonly atOnce: number;
    readonly milliseconds: number;
    readonly work: (item: Item) => Promise<Partial<Counts>>;
  },
): Promise<Counts> {
  const { signal, report } = stepRun();
  const endsAt = performance.now() + milliseconds;
  const queue = items.values();
  const counts: Record<string, number> = { ...none };
  let isOver = false;
  const worker = async () => {
    try {
      while (!isOver) {
        const { value: item, done } = queue.next();
        if (done) return;
        signal.throwIfAborted();
        for (const [name, count] of Object.entries(await work(item)))
          counts[name] = (counts[name] ?? 0) + count;
        report(() => ({ ...counts, of: items.length }));
        isOver ||= performance.now() > endsAt;
      }
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return counts as Counts;
}
