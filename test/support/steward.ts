import { createLiveConfig } from '../../workers/wiring/live-config.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { endsWithParent } from './processes/ends-with-parent.ts';
import { cleanUp } from './clean-up.ts';
import { createIntake } from '../../adapters/temporal/runs/intake.ts';
import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { quietWindowOf } from '../../domain/intake/quiet-windows.ts';
import type { Config } from '../../config/schema.ts';
import type { TestSaying } from './emulator/members.ts';
import { compareIds, type Message } from '../../domain/intake/message.ts';
import { openChatConnection } from '../../workers/running/chat-connection.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import { createObserver } from '../../adapters/temporal/runs/observe-intake.ts';
import { openSteward, type Steward } from '../../workers/wiring/open-steward.ts';
import type { Timings } from '../../workflows/contract/timings.ts';
import { silentLog } from './run-workers.ts';
import { testConnection } from './temporal.ts';
import { openTestDiscord, prepare, type DiscordScene, type SceneOptions } from './discord/scene.ts';
import type { TestDiscord } from './discord/test-discord.ts';

/** Short enough for a test, long enough for a busy machine. */
export const quickTimings: Partial<Timings> = { firstRetry: 100, longestRetry: 500, heartbeatTimeout: 2_500 };

export interface TestSteward extends Steward {
  readonly config: Config;
  readonly discord: TestDiscord;
  readonly events: readonly CommunityEvent[];
  /** Says something and waits until the intake has it. `@steward` mentions Steward. */
  readonly say: (saying: TestSaying) => Promise<Message>;
  /** Like `say`, for later changes of a message. */
  readonly edit: (messageId: string, text: string) => Promise<void>;
  readonly remove: (messageId: string) => Promise<void>;
  readonly intake: Intake;
  readonly settle: () => Promise<void>;
  readonly indexDocuments: DiscordScene['indexDocuments'];
  /** The texts of everything that Steward has posted, oldest first. */
  readonly posts: () => readonly string[];
  /**
   * Starts a worker with all roles in a process of its own, to be killed. See `worker-process.ts` for `dieAfter`. With
   * `release`, a folder, it runs that code as a version of its own, otherwise this checkout's code without a version.
   */
  readonly spawnWorker: (options?: SpawnOptions) => Promise<ChildProcess>;
}

/** A Steward with its own folder and queues and, by default, its own Discord. No worker runs yet. */
export async function openTestSteward({
  discord: given,
  timings = quickTimings,
  log = silentLog,
  ...options
}: SceneOptions & {
  readonly discord?: TestDiscord;
  readonly timings?: Partial<Timings>;
  readonly log?: Logger;
}): Promise<TestSteward> {
  const discord = given ?? (await openTestDiscord());
  const scene = await prepare(discord, options);
  const { config, indexDocuments } = scene;
  const chatConnection = await openChatConnection(config, log, true);
  const { chat, listed } = chatConnection;
  const temporal = testConnection();
  const parts = { config, live: createLiveConfig(config), log, temporal, chat, listed };
  const steward = await openSteward({ ...parts, env: process.env, prints: true });
  const workers: ChildProcess[] = [];
  cleanUp(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await chatConnection.stop();
    observer.close();
    await steward.close();
  });
  const intake = createIntake({
    client: steward.client,
    records: steward.storage.records,
    taskQueue: config.temporal.task_queue,
    quietWindow: quietWindowOf(config.discord),
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
    indexDocuments,
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
    spawnWorker: async (options = {}) => {
      const worker = await spawnWorkerProcess({ scene, token: discord.token, ...options });
      workers.push(worker);
      return worker;
    },
  };
}

interface SpawnOptions {
  readonly dieAfter?: string;
  readonly release?: string;
}

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** Resolves when the worker polls. */
async function spawnWorkerProcess({
  scene: { given, storageUrl },
  token,
  dieAfter,
  release,
}: SpawnOptions & { readonly scene: DiscordScene; readonly token: string }): Promise<ChildProcess> {
  const { address, namespace } = testConnection();
  const isVersioned = release !== undefined;
  const told = JSON.stringify({
    config: given,
    storageUrl,
    token,
    address,
    namespace,
    dieAfter,
    isVersioned,
  });
  const workerScript = join(release ?? checkout, 'test/support/processes/worker-process.ts');
  const env = { ...process.env, TEST_WORKER: told };
  const worker = spawn(process.execPath, [...endsWithParent, workerScript], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const first = await Promise.race([once(worker.stdout, 'data'), once(worker, 'exit')]);
  if (!String(first[0]).startsWith('ready')) throw new Error('the worker process did not start');
  return worker;
}

/** Resolves when a process has died by itself. */
export async function dead(worker: ChildProcess): Promise<void> {
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
}

/** Ends a process as a power cut would. */
export async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}
