import { createHash } from 'node:crypto';
import type { EmulatorLimits } from './limits.ts';
import type { RestAnswer, RestRequest } from '../../../adapters/discord/emulator/rest/rest-request.ts';

interface Bucket {
  left: number;
  resetsAt: number;
}

export interface RateLimits {
  /** Counts a request. `refusal` is set if a bucket is empty. As with Discord, the headers show the bucket's state. */
  readonly take: (request: RestRequest) => {
    readonly refusal: RestAnswer | null;
    readonly headers: Readonly<Record<string, string>>;
  };
  /** How many requests were refused. */
  readonly refused: () => number;
}

/** Like Discord: a bucket for each method and route in a channel or server, and one for all requests together. */
export function createRateLimits({
  bucket,
  requestsPerSecond,
}: Pick<EmulatorLimits, 'bucket' | 'requestsPerSecond'>): RateLimits {
  const buckets = new Map<string, Bucket>();
  let refused = 0;
  const current = (key: string, requests: number, seconds: number): Bucket => {
    const known = buckets.get(key);
    if (known && known.resetsAt > Date.now()) return known;
    const made = { left: requests, resetsAt: Date.now() + seconds * 1_000 };
    buckets.set(key, made);
    return made;
  };
  return {
    refused: () => refused,
    take(request) {
      const route = routeOf(request);
      const all = current('all', requestsPerSecond, 1);
      const own = current(`${route.name} ${route.major}`, bucket.requests, bucket.seconds);
      const isGlobal = all.left === 0;
      const isEmpty = isGlobal || own.left === 0;
      if (!isEmpty) for (const each of [all, own]) each.left -= 1;
      const headers = {
        'x-ratelimit-limit': String(bucket.requests),
        'x-ratelimit-remaining': String(own.left),
        'x-ratelimit-reset-after': seconds(own).toFixed(3),
        'x-ratelimit-bucket': createHash('sha256').update(route.name).digest('hex').slice(0, 32),
      };
      if (!isEmpty) return { refusal: null, headers };
      refused += 1;
      return { refusal: tooMany(seconds(isGlobal ? all : own), isGlobal), headers };
    },
  };
}

const seconds = ({ resetsAt }: Bucket): number => Math.max(0, resetsAt - Date.now()) / 1_000;

const tooMany = (retryAfter: number, isGlobal: boolean): RestAnswer => ({
  status: 429,
  body: { message: 'You are being rate limited.', retry_after: retryAfter, global: isGlobal },
  headers: {
    'retry-after': String(Math.ceil(retryAfter)),
    'x-ratelimit-scope': isGlobal ? 'global' : 'user',
    ...(isGlobal && { 'x-ratelimit-global': 'true' }),
  },
});

/** The route without ids, and the id that gets a bucket of its own. */
function routeOf({ method, path }: RestRequest): { readonly name: string; readonly major: string } {
  const [, major = ''] = /^\/(?:channels|guilds|webhooks)\/(\d+)/u.exec(path) ?? [];
  const route = path.replace(/\/reactions\/.*$/u, '/reactions').replaceAll(/\/\d{2,}/gu, '/:id');
  return { name: `${method} ${route}`, major };
}
