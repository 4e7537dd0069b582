import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ownServerLost } from './own-server.ts';

const pace = { look: 20, patience: 200 };

function watched() {
  const server = { runs: true };
  return { server, lost: ownServerLost(async () => (server.runs ? server : null), pace) };
}

const after = (milliseconds: number, lost: Promise<never>) =>
  Promise.race([lost, sleep(milliseconds, 'works')]);

it('a worker hears that its own Temporal server has ended, and what to do', async () => {
  const { server, lost } = watched();
  expect(await after(400, lost)).toBe('works');
  server.runs = false;
  await expect(lost).rejects.toMatchObject({
    code: 'temporal_server_ended',
    message: expect.stringContaining('Start the worker again') as string,
  });
});

it('one that is started again in time is watched on', async () => {
  const { server, lost } = watched();
  server.runs = false;
  expect(await after(60, lost)).toBe('works');
  server.runs = true;
  expect(await after(400, lost)).toBe('works');
});

it('a worker that could not look for long looks once more before it believes that', async () => {
  const { server, lost } = watched();
  const blockedUntil = Date.now() + 2 * pace.patience;
  while (Date.now() < blockedUntil);
  expect(await after(100, lost)).toBe('works');
  server.runs = false;
  await expect(lost).rejects.toMatchObject({ code: 'temporal_server_ended' });
});
