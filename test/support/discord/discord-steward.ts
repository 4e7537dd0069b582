import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { inject, onTestFinished } from 'vitest';
import { type Storage } from '../../../adapters/storage/open-storage.ts';
import type { Config } from '../../../config/schema.ts';
import { openStore } from '../../../workers/wiring/open-adapters.ts';
import { isOnPostgres } from '../storage/test-store.ts';
import { endsWithParent } from '../processes/ends-with-parent.ts';
import { silentLog } from '../run-workers.ts';
import { openTestSteward } from '../steward.ts';
import type { DiscordScene, SceneOptions } from './scene.ts';
import type { TestDiscord } from './test-discord.ts';

/** Steward with all roles in the test's own process, with its documents indexed. */
export async function openDiscordSteward(
  discord: TestDiscord,
  options: SceneOptions,
): Promise<{
  readonly storage: Storage;
  readonly client: Client;
  readonly taskQueue: string;
  readonly config: Config;
}> {
  const { work, indexDocuments, storage, client, config } = await openTestSteward({ ...options, discord });
  await work(['all']);
  await indexDocuments();
  await quiet(discord);
  return { storage, client, taskQueue: config.temporal.task_queue, config };
}

/** Waits until the requests of the start have ended. */
async function quiet(discord: TestDiscord): Promise<void> {
  for (let count = -1; count !== discord.requests.length; await sleep(500)) count = discord.requests.length;
}

const cli = fileURLToPath(new URL('../../../workers/cli.ts', import.meta.url));

export interface WorkerProcess {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Resolves when the process says so in its log. Rejects when it ends first. */
  readonly says: (event: string) => Promise<void>;
  readonly ended: Promise<number | null>;
}

/** `steward worker` in a process of its own, or another command. */
export function spawnDiscordWorker(
  { file, dir, storageUrl }: DiscordScene,
  token: string,
  command: readonly string[] = ['worker'],
): WorkerProcess {
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    STEWARD__DISCORD__TOKEN: token,
    STEWARD__KB__EMBEDDINGS: 'off',
    ...(storageUrl !== null && { STEWARD__STORAGE__URL: storageUrl }),
  };
  const worker = spawn(process.execPath, [...endsWithParent, cli, ...command, '-c', file], {
    env,
    cwd: dir,
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  let output = '';
  const ended = once(worker, 'close').then(([code]) => code as number | null);
  for (const stream of [worker.stdout, worker.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    process: worker,
    output: () => output,
    ended,
    says: (event) =>
      new Promise((resolve, reject) => {
        const look = () => output.includes(event) && resolve();
        worker.stderr.on('data', look);
        look();
        void ended.then((code) => reject(new Error(`the worker ended with ${code}: ${output}`)));
      }),
  };
}

export const openTestStore = async (config: Config): Promise<Storage> => {
  // On PostgreSQL a store is made by a process that prints.
  const storage = await openStore(config, { log: silentLog, prints: isOnPostgres() });
  onTestFinished(() => storage.close());
  return storage;
};
