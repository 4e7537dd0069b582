import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { pageFailure } from './page-failure.ts';

/** Longer addresses are no pages that anyone links to. */
const maxUrlChars = 4096;

/** Names that mean this host or its network, however they resolve. */
const innerNames = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa'];

/** `host` or `host:port`, as `pages.allow_hosts` lists them. */
export type AllowHosts = ReadonlySet<string>;

/** Entries are spelled like the addresses they are compared with: `[fd00:0::5]` is `fd00::5`. */
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
 * An address that may be asked, as far as its text tells: http(s), without credentials, and of no inner network. What a
 * name resolves to is checked when the connection is made. The URL standard has already turned decimal, octal and
 * hexadecimal spellings into dotted ones.
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

/** Null for what the public internet may have. */
function forbiddenHost(hostname: string): string | null {
  const host = plainHost(hostname);
  if (isIP(host) !== 0) return forbiddenRange(host);
  return innerNames.some((inner) => host === inner || host.endsWith(`.${inner}`)) ? 'local' : null;
}

/** Without the brackets of IPv6 and the dot of a name that is spelled to the root. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, '$1')
    .replace(/\.+$/u, '');

export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): string =>
  port === '' ? (protocol === 'https:' ? '443' : '80') : port;

/** Public by its number, yet the host's own platform: Azure's metadata and health service. */
const platformAddresses: readonly string[] = ['168.63.129.16'];

/** All that is handed out for the public IPv6 internet; the rest maps, tunnels or never leaves a network. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Why an IP address is never asked, in one or two words, or null when it belongs to the public internet. IPv6 addresses
 * that carry an IPv4 address (mapped, NAT64, 6to4, Teredo) are refused whatever they carry.
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
