import { lazyConnection } from '../client/lazy-connection.ts';

/** Whether a Temporal server at a plaintext address knows a namespace, within `timeoutMilliseconds`. */
export async function serverAnswers(server: {
  readonly address: string;
  readonly namespace: string;
  readonly timeoutMilliseconds: number;
}): Promise<boolean> {
  const { address, namespace, timeoutMilliseconds } = server;
  const connection = lazyConnection({ address, tls: false, connectTimeout: timeoutMilliseconds });
  try {
    await connection.withDeadline(Date.now() + timeoutMilliseconds, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}
