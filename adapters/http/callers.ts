import { createHash, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RefusedRequest } from './refused-request.ts';

export interface HttpKeys {
  /** For servers. */
  readonly secret: readonly string[];
  /** For pages: each key with the origins of the pages that may use it. */
  readonly publishable: Readonly<Record<string, readonly string[]>>;
  /** Makes hashes of addresses worthless to those who do not know it. */
  readonly salt: string;
}

export interface Caller {
  /** Of the key: a short name made from it that says nothing about it. */
  readonly key: string;
  /** Of a page: whoever has this address. Null: a server, which names its visitors itself. */
  readonly visitor: string | null;
}

/** Of a request, as far as it tells who asks. */
interface CallingRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The address that it comes from. */
  readonly ip: string;
}

export interface Callers {
  /** Throws a `RefusedRequest`. */
  readonly callerOf: (request: CallingRequest) => Caller;
  /** Whether a page of this origin may call at all. */
  readonly isKnownOrigin: (origin: string) => boolean;
  /** As short as the name of a key, and the same at every time. */
  readonly hashOf: (visitor: string) => string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const short = (hash: Buffer): string => hash.toString('hex').slice(0, 12);

/** Tells who calls, by the key, the page and the address. */
export function createCallers({ secret, publishable, salt }: HttpKeys): Callers {
  const keys = [
    ...secret.map((key) => ({ hash: digest(key), origins: null })),
    ...Object.entries(publishable).map(([key, origins]) => ({ hash: digest(key), origins })),
  ];
  const origins = new Set(Object.values(publishable).flat());
  const hashOf = (visitor: string) => short(digest(`${salt} ${visitor}`));
  return {
    hashOf,
    isKnownOrigin: (origin) => origins.has(origin),
    callerOf({ headers, ip }) {
      const asked = digest(keyIn(headers));
      // All are compared, so that the time tells nothing.
      const [found] = keys.filter(({ hash }) => timingSafeEqual(hash, asked));
      if (!found) throw new RefusedRequest('wrong_key');
      const { hash, origins: own } = found;
      const origin = headers['origin'];
      if (own === null && origin !== undefined) throw new RefusedRequest('secret_key_in_page');
      if (own && origin === undefined) throw new RefusedRequest('unknown_origin', publishableKeyOutsidePage);
      if (own && !own.some((one) => one === origin)) throw new RefusedRequest('unknown_origin');
      return { key: `http-${short(hash)}`, visitor: own && hashOf(networkOf(ip)) };
    },
  };
}

const publishableKeyOutsidePage =
  'This key works from web pages only, whose browser sends an Origin. On a server, use a key of http.api_keys.';

/** From `Authorization: Bearer …` or `X-Api-Key: …`. */
function keyIn({ authorization, 'x-api-key': own }: CallingRequest['headers']): string {
  if (typeof own === 'string') return own;
  return typeof authorization === 'string' ? (/^Bearer (\S+)$/iu.exec(authorization)?.[1] ?? '') : '';
}

/** One household has as many IPv6 addresses as it likes, all with the same first half. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
