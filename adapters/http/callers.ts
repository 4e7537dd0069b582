import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { httpKeyId } from '../../domain/intake/ask-snapshot.ts';
import type { PublishableKey } from '../../domain/intake/publishable-keys.ts';
import { rememberingEach } from '../../domain/values/bounded.ts';
import { RefusedRequest } from './refused-request.ts';

export interface HttpKeys {
  /** Keys for servers. */
  readonly secret: readonly string[];
  /** The present keys for web pages. */
  readonly publishable: () => readonly Pick<PublishableKey, 'key' | 'origins'>[];
  /** Hashed together with addresses, which would otherwise be easy to find by trying all. */
  readonly salt: string;
}

export interface Caller {
  /** See `httpKeyId`. */
  readonly key: string;
  /** A hash of the address that visits a page. Null for a server, which names its visitors itself. */
  readonly visitor: string | null;
}

export type Callers = ReturnType<typeof createCallers>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const short = (hash: Buffer): string => hash.toString('hex').slice(0, 12);

/** Identifies callers by their key, origin and address. */
export function createCallers({ secret, publishable, salt }: HttpKeys) {
  const knownKey = (key: string, origins: readonly string[] | null) => ({
    hash: digest(key),
    id: httpKeyId(key),
    origins,
  });
  const secretKeys = secret.map((key) => knownKey(key, null));
  // Hashed once for each list of keys, not with each request.
  const keysWith = rememberingEach((list: ReturnType<HttpKeys['publishable']>) => [
    ...secretKeys,
    ...list.map(({ key, origins }) => knownKey(key, origins)),
  ]);
  const hashOf = (visitor: string) => short(digest(`${salt} ${visitor}`));
  return {
    /** A short salted hash. */
    hashOf,
    /** Whether any publishable key allows this origin. */
    isKnownOrigin: (origin: string): boolean => publishable().some(({ origins }) => origins.includes(origin)),
    /** Throws a `RefusedRequest`. */
    callerOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Caller {
      const keyDigest = digest(keyIn(headers));
      // All keys are compared, so that the time does not reveal which one matches.
      const [key] = keysWith(publishable()).filter(({ hash }) => timingSafeEqual(hash, keyDigest));
      if (!key) throw new RefusedRequest('wrong_key');
      const { id, origins } = key;
      const origin = headers['origin'];
      if (origins === null && origin !== undefined) throw new RefusedRequest('secret_key_in_page');
      if (origins && origin === undefined)
        throw new RefusedRequest('unknown_origin', publishableKeyOutsidePage);
      if (origins && !origins.some((one) => one === origin)) throw new RefusedRequest('unknown_origin');
      return { key: id, visitor: origins && hashOf(networkOf(ip)) };
    },
  };
}

const publishableKeyOutsidePage =
  'This key works from web pages only, whose browser sends an Origin. On a server, use a key of http.api_keys.';

/** Reads `Authorization: Bearer …` or `X-Api-Key: …`. */
function keyIn({ authorization, 'x-api-key': keyHeader }: FastifyRequest['headers']): string {
  if (typeof keyHeader === 'string') return keyHeader;
  return typeof authorization === 'string' ? (/^Bearer (\S+)$/iu.exec(authorization)?.[1] ?? '') : '';
}

/** The first half of an IPv6 address, because one household has many that share it. An IPv4 address stays whole. */
export function networkOf(ipText: string): string {
  // Some proxies add the port.
  const ip = ipText.replace(/^\[?(.*?)\]?(?:(?<=\]|\.\d+):\d+)?$/u, '$1');
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
