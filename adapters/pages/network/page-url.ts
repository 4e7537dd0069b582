import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { pageFailure } from './page-failure.ts';

const maxUrlChars = 4096;

/** Names of this host or its network, whatever they resolve to. */
const innerNames = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa'];

/** Normalized entries of `pages.allow_hosts`: `host` or `host:port`. */
export type AllowHosts = ReadonlySet<string>;

/** Normalizes entries like the addresses that they are compared with: `[fd00:0::5]` becomes `fd00::5`. */
export const allowHosts = (hosts: readonly string[]): AllowHosts =>
  new Set(
    hosts.map((entry) => {
      const [, host = '', port = ''] = /^(.*?)(:\d+)?$/u.exec(entry) ?? [];
      return plainHost(URL.parse(`http://${host}`)?.hostname ?? host) + port;
    }),
  );

export const isAllowedHost = (allowed: AllowHosts, host: string, port: string): boolean => {
  const name = plainHost(host);
  return allowed.has(name) || allowed.has(`${name}:${port}`);
};

/**
 * Parses an address, and throws a `PortError` unless it is http(s), without credentials, and outside private networks. What a
 * name resolves to is checked when connecting. `URL` normalizes decimal, octal and hexadecimal spellings of IP addresses.
 */
export function requirePageUrl(text: string, allowed: AllowHosts): URL {
  const url = text.length > maxUrlChars ? null : URL.parse(text);
  if (!url) throw pageFailure('page_bad_url', 'This is not an address of a page.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw pageFailure('page_bad_url', 'The address does not begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw pageFailure(
      'page_bad_url',
      'The address holds a user name or a password, which Steward never sends.',
    );
  }
  url.hash = '';
  if (isAllowedHost(allowed, url.hostname, portOf(url))) return url;
  const range = forbiddenHost(url.hostname);
  if (range !== null) throw forbiddenAddress(range);
  return url;
}

export const forbiddenAddress = (range: string) =>
  pageFailure(
    'page_forbidden_address',
    `The address is not on the public internet (${range}). To permit it, add its host to pages.allow_hosts.`,
  );

/** Null for a host that may be public. */
function forbiddenHost(hostname: string): string | null {
  const host = plainHost(hostname);
  if (isIP(host) !== 0) return forbiddenRange(host);
  return innerNames.some((inner) => host === inner || host.endsWith(`.${inner}`)) ? 'local' : null;
}

/** Removes the brackets of IPv6 addresses and the final dot of absolute names. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, '$1')
    .replace(/\.+$/u, '');

export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): string =>
  port === '' ? (protocol === 'https:' ? '443' : '80') : port;

/** A public address that belongs to the platform: Azure's metadata and health service. */
const platformAddresses: readonly string[] = ['168.63.129.16'];

/** The public IPv6 addresses. All others are mapped, tunnelled or local. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * The name of a forbidden address's range, or null for a public address. IPv6 addresses that contain an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) are always forbidden.
 */
export function forbiddenRange(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'unknown';
  const ip = ipaddr.parse(address);
  const range = ip.range();
  if (range !== 'unicast') return words[range] ?? 'reserved';
  if (ip.kind() === 'ipv6') return ip.match(globalUnicast) ? null : 'reserved';
  return platformAddresses.includes(ip.toString()) ? 'metadata' : null;
}

const words: Readonly<Record<string, string>> = {
  loopback: 'loopback',
  unspecified: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  carrierGradeNat: 'private',
  linkLocal: 'link-local',
  multicast: 'multicast',
  broadcast: 'broadcast',
};
