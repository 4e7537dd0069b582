import { setTimeout as sleep } from 'node:timers/promises';
import { transientError } from '../../domain/ports/errors.ts';

/** Milliseconds between two checks, and those in which the server may be started again. */
const usualPace = { look: 5_000, patience: 30_000 };

/**
 * Rejects when Steward's own Temporal server has ended and is not started again, since a worker is useless without it. `running` gives the
 * server that runs in this folder now, or null.
 */
export async function ownServerLost(running: () => Promise<object | null>, pace = usualPace): Promise<never> {
  let seenAt = Date.now();
  for (;;) {
    // A process that could not look for long knows nothing of the server until it does.
    if (await running()) seenAt = Date.now();
    else if (Date.now() - seenAt >= pace.patience) break;
    await sleep(pace.look, undefined, { ref: false });
  }
  throw transientError(
    'temporal_server_ended',
    "Steward's own Temporal server has ended, and without it this worker can do nothing. Start the worker again: it starts " +
      'the server, too.',
  );
}
