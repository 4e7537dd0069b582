import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { expect, inject, onTestFinished } from 'vitest';
import { type Storage } from '../../../adapters/storage/open-storage.ts';
import { configSchema, type Config } from '../../../config/schema.ts';
import { Secret } from '../../../config/secret.ts';
import { openChatConnection } from '../../../workers/running/chat-connection.ts';
import { refreshAndWait } from '../../../workers/running/refresh-and-wait.ts';
import { openStore } from '../../../workers/wiring/open-adapters.ts';
import { openSteward } from '../../../workers/wiring/wiring.ts';
import { startTestDiscord, type TestDiscord } from './test-discord.ts';
import { silentLog } from '../run-workers.ts';
import type { ScriptedProvider } from '../provider/scripted-provider.ts';
import { guide } from '../steward.ts';
import { testClient, testConnection, uniqueTaskQueue } from '../temporal.ts';

/** A Discord of the test's own. What broke a limit, or could have pinged, fails the test at its end. */
export async function openTestDiscord(
  options: Parameters<typeof startTestDiscord>[0] = {},
): Promise<TestDiscord> {
  const discord = await startTestDiscord(options);
  onTestFinished(() => {
    discord.close();
    expect(discord.violations).toEqual([]);
  });
  return discord;
}

export interface DiscordScene {
  readonly dir: string;
  readonly config: Config;
  /** The same config for a process: without the token, which is in its environment. */
  readonly file: string;
  readonly indexDocuments: () => Promise<void>;
}

/** Tests ask many questions in a row. */
const withoutCooldowns = (channels: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(channels).map(([name, own]) => [
      name,
      { user_cooldown_seconds: 0, channel_cooldown_seconds: 0, ...own },
    ]),
  );

/** A folder, a config and a task queue of the test's own, for a Steward on that Discord. */
export async function prepare(
  discord: TestDiscord,
  {
    model,
    channels = { help: {}, ideas: {} },
    settings = {},
    discordSettings = {},
    readsImages = false,
  }: {
    readonly model: ScriptedProvider;
    readonly channels?: Readonly<Record<string, object>>;
    /** Of `ai_response`. */
    readonly settings?: Readonly<Record<string, unknown>>;
    /** Of `discord`, beside the channels. */
    readonly discordSettings?: Readonly<Record<string, unknown>>;
    /** From the Discord of the test, whose files are not tried again by the step itself. */
    readonly readsImages?: boolean;
  },
): Promise<DiscordScene> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-discord-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, 'kb'));
  await writeFile(join(dir, 'kb', 'guide.md'), guide);
  const given = {
    discord: {
      api_url: discord.apiUrl,
      guild_ids: [discord.world.guildId],
      team_role_ids: [discord.world.teamRoleId],
      channels: withoutCooldowns(channels),
      message_batch_wait_seconds: 0.3,
      message_batch_max_wait_seconds: 5,
      ...discordSettings,
    },
    ai_response: {
      llm: { model: 'scripted', base_url: model.baseUrl, max_retries: 0 },
      ...(readsImages && {
        llm_enable_image: true,
        attachment_hosts: ['127.0.0.1'],
        image_download_max_retries: 0,
      }),
      ...settings,
    },
    ...(readsImages && { pages: { allow_hosts: ['127.0.0.1'] } }),
    kb: { sources_dir: join(dir, 'kb') },
    storage: { data_dir: join(dir, 'data') },
    temporal: { task_queue: uniqueTaskQueue() },
  };
  const file = join(dir, 'config.yaml');
  await writeFile(file, JSON.stringify(given));
  const token = new Secret(discord.token);
  const config = configSchema.parse({ ...given, discord: { ...given.discord, token } });
  const indexDocuments = async () => {
    const taskQueue = config.temporal.task_queue;
    await refreshAndWait({ client: await testClient(), taskQueue, progress: () => {} });
  };
  return { dir, config, file, indexDocuments };
}

/** A whole Steward in the test's own process, as `steward worker` starts it. */
export async function openDiscordSteward(
  discord: TestDiscord,
  options: Parameters<typeof prepare>[1],
): Promise<{ readonly storage: Storage; readonly client: Client; readonly taskQueue: string }> {
  const { config, indexDocuments } = await prepare(discord, options);
  const chatConnection = await openChatConnection({ config, log: silentLog, speaks: true });
  const { chat, listed } = chatConnection;
  const temporal = testConnection();
  const steward = await openSteward({ config, env: process.env, log: silentLog, temporal, chat, listed });
  onTestFinished(async () => {
    await chatConnection.stop();
    await steward.close();
  });
  await chatConnection.start(steward);
  await steward.work(['all']);
  await indexDocuments();
  await quiet(discord);
  const { storage, client } = steward;
  return { storage, client, taskQueue: config.temporal.task_queue };
}

/** What a start asks of Discord is over: the channels, their threads, and those that were closed. */
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
  { file, dir }: DiscordScene,
  token: string,
  command: readonly string[] = ['worker'],
): WorkerProcess {
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    STEWARD__DISCORD__TOKEN: token,
  };
  const worker = spawn(process.execPath, [cli, ...command, '-c', file], {
    env,
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
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

export const openTestStore = (config: Config): Storage => {
  const storage = openStore(config, { log: silentLog });
  onTestFinished(() => storage.close());
  return storage;
};
