import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { afterAll, inject } from 'vitest';
import { connectClient } from '../../adapters/temporal/client/connect.ts';
import {
  embeddedSettings,
  type ReachableSettings,
} from '../../adapters/temporal/client/connection-settings.ts';

const testNamespace = 'default';

/** How to reach the run's server. */
export const testConnection = (): ReachableSettings =>
  embeddedSettings({ address: inject('temporalAddress'), namespace: testNamespace });

/** A base of task queues that no other test polls. */
export const uniqueTaskQueue = (): string => `test-${randomUUID().replaceAll('-', '')}`;

/** A snowflake that no other test has: ids of messages and runs are shared by all tests of a server. */
export const uniqueId = (): string => String(BigInt(`0x${randomUUID().replaceAll('-', '').slice(0, 15)}`));

let client: Promise<Client> | null = null;

/** One client for each test file, closed at its end. */
export function testClient(): Promise<Client> {
  client ??= connectClient(testConnection());
  return client;
}

afterAll(async () => {
  const opened = await client?.catch(() => null);
  client = null;
  await opened?.connection.close();
});
