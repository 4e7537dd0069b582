import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteOrigin } from '../../domain/documents/source-origins.ts';

/** Waits until a site may be asked again. Addresses that belong to no site of the config never wait. */
export function takingTurns(
  sites: readonly SiteOrigin[],
): (origin: string, signal: AbortSignal) => Promise<void> {
  const nextAt = new Map<string, number>();
  return async (origin, signal) => {
    const site = sites.find(({ url }) => url === origin);
    if (!site) return;
    const now = performance.now();
    const at = Math.max(nextAt.get(origin) ?? now, now);
    nextAt.set(origin, at + 1_000 / site.requests_per_second);
    if (at > now) await sleep(at - now, undefined, { signal });
  };
}
