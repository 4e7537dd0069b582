import type { QueueKind } from '../../adapters/temporal/runs/inspect-runs.ts';
import type { Config } from '../../config/schema.ts';

/** Whether a queue needs a worker: without a token, questions come over HTTP alone, and nobody works for Discord. */
export const neededQueues =
  ({ discord }: Config) =>
  (kind: QueueKind): boolean =>
    kind !== 'discord' || discord.token !== null;
