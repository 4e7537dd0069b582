import type { StoreFinding } from '../../../../adapters/storage/inspect-store.ts';

const answerMilliseconds = 5_000;

/** By how many milliseconds Discord's clock is ahead of this host's, to a second; null if Discord does not answer. */
export async function discordClock(apiUrl: string): Promise<number | null> {
  try {
    const { headers } = await fetch(`${apiUrl}/v10/gateway`, {
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    const time = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(time) ? null : time - Date.now();
  } catch {
    // Another check reports that Discord is down.
    return null;
  }
}

const toleratedMilliseconds = 30_000;
/** From this difference on, Steward takes new messages for old ones, or the reverse. */
const harmfulMilliseconds = 10 * 60_000;

export function clockFinding(whose: string, aheadMilliseconds: number): readonly StoreFinding[] {
  const off = Math.abs(aheadMilliseconds);
  if (off < toleratedMilliseconds) return [];
  const seconds = Math.round(off / 1_000);
  const which = aheadMilliseconds > 0 ? 'behind' : 'ahead of';
  return [
    {
      severity: off >= harmfulMilliseconds ? 'problem' : 'warning',
      message: `this host's clock is ${seconds} s ${which} ${whose}: switch time synchronization on`,
    },
  ];
}
