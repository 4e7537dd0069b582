import ipaddr from 'ipaddr.js';

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
