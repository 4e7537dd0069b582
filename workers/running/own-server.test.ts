import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ownServerLost } from './own-server.ts';

const pace = { look: 20, patience: 200 };

function startProcess() {
  const child = spawn('sleep', ['60']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const end = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { pid: child.pid ?? 0, end };
}

it('a worker hears that its own Temporal server has ended, and what to do', async () => {
  const server = startProcess();
  const lost = ownServerLost({ pid: server.pid, running: async () => null, pace });
  expect(await Promise.race([lost, sleep(400, 'works')])).toBe('works');
  await server.end();
  await expect(lost).rejects.toMatchObject({
    code: 'temporal_server_ended',
    message: expect.stringContaining('Start the worker again') as string,
  });
});

it('one that is started again in time is the new one to watch', async () => {
  const [first, second] = [startProcess(), startProcess()];
  const lost = ownServerLost({ pid: first.pid, running: async () => ({ pid: second.pid }), pace });
  await first.end();
  expect(await Promise.race([lost, sleep(400, 'works')])).toBe('works');
  await second.end();
  await expect(lost).rejects.toMatchObject({ code: 'temporal_server_ended' });
});

it('a worker that could not look for long looks once more before it believes that', async () => {
  const server = startProcess();
  const lost = ownServerLost({ pid: server.pid, running: async () => null, pace });
  const blockedUntil = Date.now() + 2 * pace.patience;
  while (Date.now() < blockedUntil);
  expect(await Promise.race([lost, sleep(100, 'works')])).toBe('works');
  await server.end();
  await expect(lost).rejects.toMatchObject({ code: 'temporal_server_ended' });
});
