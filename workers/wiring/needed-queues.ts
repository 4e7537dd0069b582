import type { QueueKind } from '../../adapters/temporal/runs/inspect-runs.ts';
import type { Config } from '../../config/schema.ts';

/** Whether a queue needs a worker: without Discord, questions come over HTTP alone. Only the host of the bot may have the token. */
export const neededQueues =
  ({ discord }: Config) =>
  (kind: QueueKind): boolean =>
    kind !== 'discord' || discord.token !== null || discord.guild_ids.length > 0;
