import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { expect } from 'vitest';
import { cleanUp } from './clean-up.ts';
import { createIntake } from '../../adapters/temporal/runs/intake.ts';
import type { CommunityEvent } from '../../adapters/terminal/events.ts';
import { configSchema, type Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import type { Saying } from '../../adapters/discord/emulator/members/members.ts';
import { compareIds, type Message } from '../../domain/intake/message.ts';
import { openChatConnection } from '../../workers/running/chat-connection.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import { createObserver } from '../../workers/running/observer.ts';
import { refreshAndWait } from '../../workers/running/refresh-and-wait.ts';
import { openSteward, type Steward } from '../../workers/wiring/wiring.ts';
import type { Timings } from '../../workflows/contract/timings.ts';
import { silentLog } from './run-workers.ts';
import { testConnection, uniqueTaskQueue } from './temporal.ts';
import type { ScriptedProvider } from './provider/scripted-provider.ts';
import { startTestDiscord, type TestDiscord } from './discord/test-discord.ts';

/** Short enough for a test, long enough for a busy machine. */
export const quickTimings: Partial<Timings> = { firstRetry: 100, longestRetry: 500, heartbeatTimeout: 2_500 };

export interface TestSteward extends Steward {
  readonly config: Config;
  readonly discord: TestDiscord;
  readonly events: readonly CommunityEvent[];
  /** Says something and waits until it was handed in. `@steward` mentions Steward. */
  readonly say: (saying: Saying) => Promise<Message>;
  /** As `say`, for what becomes of a message later. */
  readonly edit: (messageId: string, text: string) => Promise<void>;
  readonly remove: (messageId: string) => Promise<void>;
  readonly intake: Intake;
  readonly settle: () => Promise<void>;
  /** Runs a refresh to its end. A worker has to be there. */
  readonly indexDocuments: () => Promise<void>;
  /** The texts of everything that Steward has posted, oldest first. */
  readonly posts: () => readonly string[];
  /** A worker of its own, with all roles, to be killed. See `worker-process.ts` for `dieAfter`. */
  readonly spawnWorker: (options?: { readonly dieAfter: string }) => Promise<ChildProcess>;
}

export const guide = '# Guide\n\nSet the port to 8080 with the setting `port`.\n';

/** A Steward in a folder of its own, on queues of its own, on a Discord of its own. No worker runs yet. */
export async function openTestSteward({
  model,
  files = { 'guide.md': guide },
  timings = quickTimings,
  log = silentLog,
  settings = {},
  kbSettings = {},
}: {
  /** Null: the extractive model. */
  readonly model: ScriptedProvider | null;
  readonly files?: Readonly<Record<string, string>>;
  readonly timings?: Partial<Timings>;
  readonly log?: Logger;
  readonly settings?: Readonly<Record<string, unknown>> & {
    readonly discord?: Readonly<Record<string, unknown>>;
  };
  /** Keys of `kb` beside `sources_dir`. */
  readonly kbSettings?: Readonly<Record<string, unknown>>;
}): Promise<TestSteward> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-test-'));
  const kb = join(dir, 'kb');
  await mkdir(kb);
  for (const [name, text] of Object.entries(files)) await writeFile(join(kb, name), text);
  const llm = model
    ? { model: 'scripted', base_url: model.baseUrl, max_retries: 0 }
    : { model: 'extractive' };
  const discord = await startTestDiscord();
  const { discord: discordSettings, ...others } = settings;
  const given = {
    discord: {
      api_url: discord.apiUrl,
      guild_ids: [discord.world.guildId],
      team_role_ids: [discord.world.teamRoleId],
      channels: { help: { user_cooldown_seconds: 0, channel_cooldown_seconds: 0 } },
      message_batch_wait_seconds: 0.3,
      message_batch_max_wait_seconds: 5,
      ...discordSettings,
    },
    ai_response: { llm },
    kb: { sources_dir: kb, ...kbSettings },
    storage: { data_dir: join(dir, 'data') },
    temporal: { task_queue: uniqueTaskQueue() },
    ...others,
  };
  const config = configSchema.parse({
    ...given,
    discord: { ...given.discord, token: new Secret(discord.token) },
  });
  await mkdir(config.storage.data_dir);
  const chatConnection = await openChatConnection({ config, log, speaks: true });
  const { chat, listed } = chatConnection;
  const temporal = testConnection();
  const steward = await openSteward({ config, env: process.env, log, temporal, chat, listed });
  const workers: ChildProcess[] = [];
  cleanUp(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await chatConnection.stop();
    observer.close();
    await steward.close();
    discord.close();
    expect(discord.violations).toEqual([]);
    await rm(dir, { recursive: true, force: true });
  });
  const intake = createIntake({
    client: steward.client,
    records: steward.storage.records,
    taskQueue: config.temporal.task_queue,
    quietWindow: { waitSeconds: 0.3, maxWaitSeconds: 5 },
    messageTtlHours: 24,
    now: () => new Date(),
    timings,
  });
  const events: CommunityEvent[] = [];
  const { client, storage } = steward;
  const observer = createObserver({
    client,
    records: storage.records,
    intake,
    report: (event) => events.push(event),
  });
  await chatConnection.start({ ...steward, intake: observer.intake });
  const said = async (messageId: string): Promise<Message> => {
    await observer.follow(messageId);
    const [message] = await storage.records.messages([messageId]);
    if (!message) throw new Error(`the message ${messageId} was not taken in`);
    return message;
  };
  return {
    ...steward,
    config,
    discord,
    events,
    intake,
    settle: observer.idle,
    indexDocuments: async () => {
      await refreshAndWait({ client, taskQueue: config.temporal.task_queue, progress: () => {} });
    },
    posts: () =>
      [...discord.world.messages.keys()]
        .flatMap((place) => discord.postsIn(place))
        .toSorted((a, b) => compareIds(a.id, b.id))
        .map(({ content }) => content),
    say: ({ text, ...saying }) =>
      said(discord.say({ ...saying, text: text.replace('@steward', `<@${discord.world.bot.id}>`) }).id),
    edit: async (messageId, text) => {
      discord.edit(messageId, text);
      await observer.follow(messageId);
    },
    remove: async (messageId) => {
      discord.remove(messageId);
      await observer.follow(messageId);
    },
    spawnWorker: async ({ dieAfter = null }: { readonly dieAfter?: string | null } = {}) => {
      const worker = await spawnWorkerProcess({ given, token: discord.token, dieAfter });
      workers.push(worker);
      return worker;
    },
  };
}

const workerScript = fileURLToPath(new URL('worker-process.ts', import.meta.url));

/** Resolves when the worker polls. */
async function spawnWorkerProcess({
  given,
  token,
  dieAfter,
}: {
  readonly given: object;
  readonly token: string;
  readonly dieAfter: string | null;
}): Promise<ChildProcess> {
  const { address, namespace } = testConnection();
  const told = JSON.stringify({ config: given, token, address, namespace, dieAfter });
  const env = { ...process.env, TEST_WORKER: told };
  const worker = spawn(process.execPath, [workerScript], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const first = await Promise.race([once(worker.stdout, 'data'), once(worker, 'exit')]);
  if (!String(first[0]).startsWith('ready')) throw new Error('the worker process did not start');
  return worker;
}

/** Resolves when a process that was told to die by itself has done so. */
export async function dead(worker: ChildProcess): Promise<void> {
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
}

/** Ends a process as a power cut would. */
export async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}
