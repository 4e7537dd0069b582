import type { QuietWindow } from '../domain/intake/quiet-windows.ts';
import type { Config } from './schema.ts';

/** The wait after a direct question, whose author expects an answer. */
const directWaitSeconds = 2;

export const quietWindowOf = ({
  message_batch_wait_seconds: waitSeconds,
  message_batch_max_wait_seconds: maxWaitSeconds,
}: Config['discord']): QuietWindow => ({
  waitMilliseconds: waitSeconds * 1000,
  directWaitMilliseconds: Math.min(waitSeconds, directWaitSeconds) * 1000,
  maxWaitMilliseconds: maxWaitSeconds * 1000,
});
