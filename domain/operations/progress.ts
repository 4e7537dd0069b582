import { countOf } from '../values/text.ts';

/** The progress of a phase of long work. */
export interface PhaseProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
  /** Makes the whole line from its pace, such as `120 of 1169 done, 34 a second, about 31 seconds left`. */
  readonly line?: (pace: string) => string;
}

/** Lines for a person who waits. */
export interface Progress {
  (line: string): void;
  /** May be called at any rate; the receiver decides what to show. */
  readonly phase: (progress: PhaseProgress) => void;
}

/** `since` is the number done in the last `milliseconds`. A pace needs at least a second. */
export function paceOf({
  done,
  total,
  since,
  milliseconds,
}: {
  readonly done: number;
  readonly total: number;
  readonly since: number;
  readonly milliseconds: number;
}): string {
  const parts = [`${done} of ${total} done`];
  if (since > 0 && milliseconds >= 1_000) {
    const perSecond = (since / milliseconds) * 1_000;
    parts.push(
      perSecond >= 1 ? `${Math.round(perSecond)} a second` : `${Math.round(perSecond * 60)} a minute`,
    );
    if (done < total) parts.push(`about ${durationText(((total - done) / perSecond) * 1_000)} left`);
  }
  return parts.join(', ');
}

/** A duration in a suitable unit. */
export function durationText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 90) return countOf(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? countOf(minutes, 'minute') : countOf(Math.round(minutes / 60), 'hour');
}

/** For work that nobody watches. */
export const silentProgress: Progress = Object.assign(() => {}, { phase: () => {} });
