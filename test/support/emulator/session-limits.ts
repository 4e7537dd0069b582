import { GatewayCloseCodes, GatewayIntentBits } from 'discord.js';
import type { EmulatorLimits } from './limits.ts';
import type { Admit } from './sessions.ts';

/** Refuses sessions as Discord does: shards, intents, the pace of new sessions, and how many a day has. */
export function createSessionLimits({
  limits: { shards, sessionsLeft, identify },
  mayReadContent,
  violation,
}: {
  readonly limits: EmulatorLimits;
  readonly mayReadContent: () => boolean;
  readonly violation: (what: string) => void;
}): { readonly admit: Admit; readonly limits: () => object } {
  const identifiedAt = new Map<number, number>();
  let identified = 0;
  const admit: Admit = ({ intents, shard: [id, count] = [0, 1] }) => {
    if (count < shards) return GatewayCloseCodes.ShardingRequired;
    if (id >= count) return GatewayCloseCodes.InvalidShard;
    if ((intents & ~everyIntent) !== 0) return GatewayCloseCodes.InvalidIntents;
    if (!mayReadContent() && (intents & GatewayIntentBits.MessageContent) !== 0)
      return GatewayCloseCodes.DisallowedIntents;
    if (identified >= sessionsLeft) {
      violation('a session more than Discord allows in a day, which costs the token');
      return GatewayCloseCodes.AuthenticationFailed;
    }
    const place = id % identify.atOnce;
    if (Date.now() - (identifiedAt.get(place) ?? 0) < identify.seconds * 1_000) return 'later';
    identifiedAt.set(place, Date.now());
    identified += 1;
    return null;
  };
  const limits = () => ({
    shards,
    session_start_limit: {
      total: 1_000,
      remaining: Math.max(0, sessionsLeft - identified),
      // In four hours, in milliseconds.
      reset_after: 14_400_000,
      max_concurrency: identify.atOnce,
    },
  });
  return { admit, limits };
}

const everyIntent = Object.values(GatewayIntentBits).reduce<number>(
  (all, intent) => (typeof intent === 'number' ? all | intent : all),
  0,
);
