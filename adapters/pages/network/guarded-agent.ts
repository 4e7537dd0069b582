import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import {
  forbiddenRange,
  forbiddenAddress,
  isAllowedHost,
  plainHost,
  portOf,
  type AllowHosts,
} from './page-url.ts';

const connectMilliseconds = 10_000;

/**
 * Connects only to public and allowed addresses. A name is resolved once, and the connection uses one of the addresses that
 * passed the check, so DNS rebinding has no effect. The socket's address is checked again. Uses no proxy and no cookies.
 */
export function createGuardedAgent(allowed: AllowHosts, resolve: LookupFunction = systemLookup): Agent {
  const connectAnywhere = buildConnector({ timeout: connectMilliseconds, lookup: resolve });
  const connectOutside = buildConnector({ timeout: connectMilliseconds, lookup: publicLookup(resolve) });
  return new Agent({
    connections: 8,
    allowH2: false,
    connect: (options, callback) => {
      const host = plainHost(options.hostname);
      if (isAllowedHost(allowed, host, options.port || portOf({ ...options, port: '' }))) {
        connectAnywhere(options, callback);
        return;
      }
      const range = isIP(host) === 0 ? null : forbiddenRange(host);
      if (range !== null) {
        callback(forbiddenAddress(range), null);
        return;
      }
      connectOutside(options, (...[error, socket]) => {
        const reached = socket ? forbiddenRange(socket.remoteAddress ?? '') : null;
        if (reached !== null) {
          socket?.destroy();
          callback(forbiddenAddress(reached), null);
        } else if (error) callback(error, null);
        else callback(null, socket);
      });
    },
  });
}

/** Resolves like `resolve`, but returns only public addresses. */
function publicLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, resolved) => {
      if (error) return callback(error, '');
      const addresses = resolved as unknown as readonly LookupAddress[];
      const open = addresses.filter(({ address }) => forbiddenRange(address) === null);
      const [first] = open;
      if (!first) return callback(forbiddenAddress(forbiddenRange(addresses[0]?.address ?? '') ?? ''), '');
      if (options.all) return callback(null, [...open]);
      return callback(null, first.address, first.family);
    });
  };
}
