import { stepRun } from '../heartbeat.ts';

/**
 * Hands each item to `work`, `atOnce` of them at a time, until none is left or the time is up, and reports after each. An
 * item that was started is finished, even when another one throws or the step is cancelled, so that no work of an attempt
 * runs beside the next attempt. Returns what `work` returned, added up.
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
    readonly work: (item: Item, signal: AbortSignal) => Promise<Partial<Counts>>;
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
        for (const [name, count] of Object.entries(await work(item, signal)))
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
