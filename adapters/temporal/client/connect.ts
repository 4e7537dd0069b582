import { Client, type Connection } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { type PortError, finalError } from '../../../domain/ports/errors.ts';
import type { ReachableSettings } from './connection-settings.ts';
import { describeGrpcFailure, grpcCode, grpcCodeOf } from './call-server.ts';
import { lazyConnection } from './lazy-connection.ts';

const connectMilliseconds = 5_000;

interface ConnectOptions {
  readonly connectMilliseconds?: number;
  /** Temporal shows this name beside the client's requests. */
  readonly identity?: string;
}

/**
 * Connects for starting and watching runs. Close it with `client.connection.close()`. Throws a final `PortError` when no Temporal
 * server answers at the address, when it refuses the credentials, and when it does not know the namespace.
 */
export async function connectClient(
  { address, namespace, options }: ReachableSettings,
  { connectMilliseconds: connectTimeout = connectMilliseconds, identity }: ConnectOptions = {},
): Promise<Client> {
  let connection: Connection | null = null;
  try {
    connection = lazyConnection({ address, ...options, connectTimeout });
    await connection.ensureConnected();
    await expectNamespace(connection, namespace, connectTimeout);
    return new Client({ connection, namespace, ...(identity !== undefined && { identity }) });
  } catch (error) {
    await connection?.close();
    throw unusable({ address, namespace }, error);
  }
}

/** Connects for running workers. Close it after they have stopped. Throws like `connectClient`. */
export async function connectWorker(settings: ReachableSettings): Promise<NativeConnection> {
  // The native connection has no timeout, so a client tries first.
  const client = await connectClient(settings);
  await client.connection.close();
  const { address, options } = settings;
  // Loading this takes a second, which clients need not spend.
  const { NativeConnection } = await import('@temporalio/worker');
  try {
    return await NativeConnection.connect({ address, ...options });
  } catch (error) {
    throw unusable(settings, error);
  }
}

/** Asks for the namespace, because `ensureConnected` also accepts a server that is not Temporal and answers HTTP 404. */
async function expectNamespace(
  connection: Connection,
  namespace: string,
  milliseconds: number,
): Promise<void> {
  try {
    await connection.withDeadline(Date.now() + milliseconds, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
  } catch (error) {
    // Credentials that may run workflows may lack the permission to read the namespace.
    if (grpcCodeOf(error) !== grpcCode.permissionDenied) throw error;
  }
}

function unusable(
  { address, namespace }: Pick<ReachableSettings, 'address' | 'namespace'>,
  error: unknown,
): PortError {
  if (grpcCodeOf(error) === grpcCode.notFound) {
    return finalError(
      'temporal_namespace_missing',
      `The Temporal server at ${address} has no namespace ${namespace}; name another with TEMPORAL_NAMESPACE, or ` +
        `create it: temporal operator namespace create --namespace ${namespace} --retention 720h --address ${address}`,
      error,
    );
  }
  return finalError(
    'temporal_unreachable',
    `No Temporal server can be used at ${address}: ${describeGrpcFailure(error)}. Start it, or correct ` +
      'TEMPORAL_ADDRESS, TEMPORAL_API_KEY and the TEMPORAL_TLS settings, or unset them so that Steward runs its own.',
    error,
  );
}
