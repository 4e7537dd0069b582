import type { Pause } from '../ports/desk-records.ts';

/** Whether a pause holds in a channel. */
export const isPaused = (pauses: readonly Pause[], channelId: string): boolean =>
  pauses.some((pause) => pause.channelId === null || pause.channelId === channelId);
