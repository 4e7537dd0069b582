import { snowflakeAt } from '../../domain/values/snowflake.ts';

/**
 * The id after `last`, greater than it whatever the clock does, so that ids handed out one at a time grow even when the
 * clock goes back.
 */
export function nextSnowflake({ last, now }: { readonly last: string | null; readonly now: Date }): string {
  const ofNow = BigInt(snowflakeAt(now));
  const following = last === null ? 0n : BigInt(last) + 1n;
  return String(ofNow > following ? ofNow : following);
}
