import { httpKeyId } from './ask-snapshot.ts';

/** A key that web pages may contain. */
export interface PublishableKey {
  /** Sixteen or more characters. */
  readonly key: string;
  /** What people call it, in any words; may be empty. */
  readonly name: string;
  /** Of the pages that may use it. */
  readonly origins: readonly string[];
  /** The groups of sources that answer there; null for all. */
  readonly sources: readonly string[] | null;
  /** Of all visitors together; null for no limit. */
  readonly questionsPerDay: number | null;
}

/** What a person wants of a new key. */
export interface WantedKey {
  readonly name: string;
  /** Addresses of the pages that may use it. */
  readonly addresses: readonly string[];
  /** Groups of sources; none for all. */
  readonly groups: readonly string[];
  readonly questionsPerDay: number | null;
}

/** The key over which a question came, by the channel id that it gave it; undefined for any other. */
export const keyAt = (keys: readonly PublishableKey[], channelId: string): PublishableKey | undefined =>
  keys.find(({ key }) => httpKeyId(key) === channelId);

/** The origin of an address as browsers send it; null for what is no address of the web. */
export function originOf(address: string): string | null {
  const { origin = '', hostname = '' } = URL.parse(address.trim()) ?? {};
  return /^https?:/u.test(origin) && /^(?:[\w-]+\.)*[\w-]+$|^\[/u.test(hostname) ? origin : null;
}
