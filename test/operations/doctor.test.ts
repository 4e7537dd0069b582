import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runSteward } from '../support/processes/run-steward.ts';
import { runWorkers } from '../support/run-workers.ts';
import { uniqueTaskQueue } from '../support/temporal.ts';

it('doctor names who works on each task queue, and what nobody works on', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'steward-doctor-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const queue = uniqueTaskQueue();
  await writeFile(join(cwd, 'config.yaml'), JSON.stringify({ temporal: { task_queue: queue } }));
  const temporalLines = async () => {
    const { out } = await runSteward(['doctor', '--json'], { cwd });
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    return lines
      .filter(({ check }) => check === 'Temporal')
      .map(({ severity, message }) => `${severity} ${message}`);
  };
  expect(await temporalLines()).toContain('warning no worker runs: npx steward worker');
  await runWorkers({ taskQueue: queue, roles: ['reply'], activities: { reply: { step: async () => null } } });
  await expect.poll(temporalLines).toEqual([
    expect.stringMatching(/^ok answers at /u),
    expect.stringMatching(new RegExp(`^ok ${queue}: .+`, 'u')),
    expect.stringMatching(new RegExp(`^ok ${queue}-reply: .+`, 'u')),
    // Without a token nobody is to listen to Discord.
    `problem nobody works on ${queue}-library: npx steward worker --role library`,
  ]);
});
