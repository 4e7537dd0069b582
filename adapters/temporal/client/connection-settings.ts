import { loadClientConfigProfile, toClientOptions } from '@temporalio/envconfig';
import type { NativeConnectionOptions } from '@temporalio/worker';
import { type PortError, mistake } from '../../../domain/ports/errors.ts';

/** How to connect to Temporal. Contains the API key, so it must not be printed. */
export interface ConnectionSettings {
  /** Null when none is set: Steward then runs its own server. */
  readonly address: string | null;
  readonly namespace: string;
  readonly options: Pick<NativeConnectionOptions, 'tls' | 'apiKey' | 'metadata'>;
}

export type ReachableSettings = ConnectionSettings & { readonly address: string };

/**
 * Reads Temporal's own settings: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS…, and profiles of
 * its configuration file (TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE). Throws a final `PortError` when they cannot be read.
 */
export function loadConnection(env: NodeJS.ProcessEnv): ConnectionSettings {
  const overrideEnvVars = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  try {
    const profile = loadClientConfigProfile({
      overrideEnvVars,
      ...(env['TEMPORAL_PROFILE'] && { profile: env['TEMPORAL_PROFILE'] }),
    });
    const { connectionOptions, namespace } = toClientOptions(profile);
    const { address, tls, apiKey, metadata } = connectionOptions;
    const plaintext = !profile.tls && (!address || isLoopback(hostOf(address)));
    return {
      address: address ?? null,
      namespace: namespace ?? 'default',
      options: { tls: plaintext ? false : (tls ?? false), apiKey, metadata },
    };
  } catch (error) {
    throw unreadable(error, env);
  }
}

/** The settings for a server that Steward started itself. */
export const embeddedSettings = (server: {
  readonly address: string;
  readonly namespace: string;
}): ReachableSettings => ({ ...server, options: { tls: false } });

function unreadable(error: unknown, env: NodeJS.ProcessEnv): PortError {
  const named = ['TEMPORAL_CONFIG_FILE', 'TEMPORAL_PROFILE', 'TEMPORAL_TLS_CLIENT_CERT_PATH']
    .concat('TEMPORAL_TLS_CLIENT_KEY_PATH', 'TEMPORAL_TLS_SERVER_CA_CERT_PATH')
    .flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : []));
  // A parser's message can continue with lines of the file, which may contain a key.
  const why = error instanceof Error ? error.message.split('\n')[0] : '';
  return mistake(
    'temporal_settings_unreadable',
    `The settings for the Temporal connection cannot be read${named.length ? ` (${named.join(', ')})` : ''}: ` +
      `${why}; correct them, or unset TEMPORAL_PROFILE and TEMPORAL_CONFIG_FILE.`,
    error,
  );
}

/** `localhost`, `127.0.0.0/8` and `::1`, with or without brackets. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The host of an address like `localhost:7233`, `[::1]:7233` or `http://localhost:7233`. */
const hostOf = (address: string): string => address.replace(/^[a-z]+:\/\//i, '').replace(/:\d+\/?$/, '');
