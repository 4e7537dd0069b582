import { randomUUID } from 'node:crypto';
import type { ConnectionLike } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testClient } from '../../../test/support/temporal.ts';
import { grpcCode } from './call-server.ts';
import { prepareNamespace } from './prepare-namespace.ts';

const address = '127.0.0.1:7233';

const days = (count: number) => msToTs(count * 86_400_000);

async function freshNamespace(retentionDays: number): Promise<string> {
  const namespace = `fresh-${randomUUID()}`;
  const { workflowService } = await testClient();
  await workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: days(retentionDays),
  });
  return namespace;
}

/** A log whose lines can be looked at. */
function recordingLog() {
  const lines: { readonly event: string; readonly msg: string }[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

async function retentionDays(namespace: string): Promise<number> {
  const { workflowService } = await testClient();
  const { config } = await workflowService.describeNamespace({ namespace });
  return Number(config?.workflowExecutionRetentionTtl?.seconds) / 86_400;
}

function callable(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** The real connection, but for methods that this caller may not use. */
async function connectionWithout(denied: readonly string[]): Promise<ConnectionLike> {
  const { connection } = await testClient();
  const guard = <T extends object>(service: T): T =>
    new Proxy(service, {
      get: (target, name) => {
        if (!denied.includes(String(name))) return callable(target, name);
        return async () => {
          throw Object.assign(new Error('denied'), { code: grpcCode.permissionDenied });
        };
      },
    });
  return {
    ...connection,
    operatorService: guard(connection.operatorService),
    workflowService: guard(connection.workflowService),
  };
}

test('a fresh namespace gets the search attributes, usable at once', async () => {
  const namespace = await freshNamespace(1);
  const { connection, workflowService } = await testClient();
  await prepareNamespace({ connection, namespace, address, log: recordingLog().log });
  const query =
    "GuildId = '1' AND ChannelId = '1' AND ConversationId = '1' AND Outcome = 'x' AND Topic = 'x'";
  await expect(workflowService.countWorkflowExecutions({ namespace, query })).resolves.toBeDefined();
});

test.each([
  ['raised to 30 days', 1, 30],
  ['left when it is longer', 90, 90],
])('retention is %s', async (_, before, after) => {
  const namespace = await freshNamespace(before);
  const { connection } = await testClient();
  await prepareNamespace({ connection, namespace, address, log: recordingLog().log });
  expect(await retentionDays(namespace)).toBe(after);
});

test('a second time changes nothing and says nothing', async () => {
  const namespace = await freshNamespace(1);
  const { connection } = await testClient();
  await prepareNamespace({ connection, namespace, address, log: recordingLog().log });
  const { log, lines } = recordingLog();
  await prepareNamespace({ connection, namespace, address, log });
  expect(lines).toEqual([]);
});

test('what may not be looked at or changed is a warning with the command to run', async () => {
  const namespace = await freshNamespace(1);
  const connection = await connectionWithout(['listSearchAttributes', 'updateNamespace']);
  const { log, lines } = recordingLog();
  await prepareNamespace({ connection, namespace, address, log });
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining(
      `temporal operator search-attribute create --namespace ${namespace} --name GuildId`,
    ),
    expect.stringContaining(`temporal operator namespace update --namespace ${namespace} --retention 720h`),
  ]);
  const { log: cloudLog, lines: cloudLines } = recordingLog();
  await prepareNamespace({ connection, namespace, address: 'ours.a1b2c.tmprl.cloud:7233', log: cloudLog });
  expect(cloudLines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining(
      `tcld namespace search-attributes add --namespace ${namespace} --sa "GuildId=Keyword"`,
    ),
    expect.stringContaining(`tcld namespace retention set --namespace ${namespace} --retention-days 30`),
  ]);
});

test('missing search attributes that may not be added stop the start with the command to run', async () => {
  const namespace = await freshNamespace(1);
  const connection = await connectionWithout(['addSearchAttributes']);
  const prepared = prepareNamespace({ connection, namespace, address, log: recordingLog().log });
  await expect(prepared).rejects.toMatchObject({ name: 'PortError', kind: 'final' });
  await expect(prepared).rejects.toThrow('temporal operator search-attribute create');
});
