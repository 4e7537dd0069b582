import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../server/free-port.ts';
import { lazyConnection } from './lazy-connection.ts';

it('closes while a call that nobody waits for is about to be tried again, and nothing breaks later', async () => {
  const broken: unknown[] = [];
  const note = (error: unknown) => void broken.push(error);
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', note);
  onTestFinished(() => {
    process.off('uncaughtException', note);
    for (const other of others) process.on('uncaughtException', other);
  });
  const connection = lazyConnection({ address: `127.0.0.1:${await freePort()}`, tls: false });
  const call = connection.workflowService.getSystemInfo({}).then(
    () => 'answered',
    () => 'failed',
  );
  // By now it pauses after its third or fourth attempt, none of which takes long.
  await sleep(700);
  await connection.close();
  expect(await call).toBe('failed');
  await sleep(300);
  expect(broken).toEqual([]);
});
