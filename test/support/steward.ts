import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { cleanUp } from './clean-up.ts';
import { createIntake } from '../../adapters/temporal/runs/intake.ts';
import { openCommunity, type Community } from '../../adapters/terminal/community.ts';
import type { CommunityEvent } from '../../adapters/terminal/events.ts';
import type { MemberMessage } from '../../adapters/terminal/terminal-members.ts';
import { configSchema, type Config } from '../../config/schema.ts';
import type { Message } from '../../domain/intake/message.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import { createObserver } from '../../workers/running/observer.ts';
import { refreshAndWait } from '../../workers/running/refresh-and-wait.ts';
import { openSteward, type Steward } from '../../workers/wiring/wiring.ts';
import type { Timings } from '../../workflows/contract/timings.ts';
import { silentLog } from './run-workers.ts';
import { testConnection, uniqueTaskQueue } from './temporal.ts';
import type { ScriptedModel } from './scripted-model.ts';

/** Short enough for a test, long enough for a busy machine. */
export const quickTimings: Partial<Timings> = { firstRetry: 100, longestRetry: 500, heartbeatTimeout: 2_500 };

export interface TestSteward extends Steward {
  readonly config: Config;
  readonly community: Community;
  readonly events: readonly CommunityEvent[];
  /** Says something and hands it in. `by` is a member unless the role says otherwise. */
  readonly say: (
    saying: Omit<MemberMessage, 'author' | 'channel'> & {
      readonly by: string;
      readonly role?: 'member' | 'team';
      readonly channel?: string;
    },
  ) => Promise<Message>;
  readonly intake: Intake;
  readonly settle: () => Promise<void>;
  /** Runs a refresh to its end. A worker has to be there. */
  readonly indexDocuments: () => Promise<void>;
  /** Everything that Steward has posted, oldest first. */
  readonly posts: () => readonly Message[];
  /** A worker of its own, with all roles, to be killed. See `worker-process.ts` for `dieAfter`. */
  readonly spawnWorker: (options?: { readonly dieAfter: string }) => Promise<ChildProcess>;
}

export const guide = '# Guide\n\nSet the port to 8080 with the setting `port`.\n';

/** A Steward in a folder of its own, on queues of its own, with a community in a file. No worker runs yet. */
export async function openTestSteward({
  model,
  files = { 'guide.md': guide },
  timings = quickTimings,
  log = silentLog,
  settings = {},
  kbSettings = {},
}: {
  /** Null: the extractive model. */
  readonly model: ScriptedModel | null;
  readonly files?: Readonly<Record<string, string>>;
  readonly timings?: Partial<Timings>;
  readonly log?: Logger;
  readonly settings?: Readonly<Record<string, unknown>>;
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
  const config = configSchema.parse({
    discord: { message_batch_wait_seconds: 0.3, message_batch_max_wait_seconds: 5 },
    ai_response: { llm },
    kb: { sources_dir: kb, ...kbSettings },
    storage: { data_dir: join(dir, 'data') },
    temporal: { task_queue: uniqueTaskQueue() },
    ...settings,
  });
  await mkdir(config.storage.data_dir);
  const community = openCommunity({ path: communityPath(config), now: () => new Date() });
  const steward = await openSteward({
    config,
    env: process.env,
    log,
    temporal: testConnection(),
    chat: community,
  });
  const workers: ChildProcess[] = [];
  const posts: Message[] = [];
  community.onPost((post) => posts.push(post));
  cleanUp(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    observer.close();
    await steward.close();
    community.close();
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
  return {
    ...steward,
    config,
    community,
    events,
    intake,
    settle: observer.idle,
    indexDocuments: async () => {
      await refreshAndWait({ client, taskQueue: config.temporal.task_queue, progress: () => {} });
    },
    posts: () => posts,
    say: async ({ by, role = 'member', channel = 'help', ...saying }) => {
      const message = community.say({ ...saying, channel, author: { ...community.member(by), role } });
      await observer.intake.messageSeen(message);
      return message;
    },
    spawnWorker: async ({ dieAfter = null }: { readonly dieAfter?: string | null } = {}) => {
      const worker = await spawnWorkerProcess(config, dieAfter);
      workers.push(worker);
      return worker;
    },
  };
}

export const communityPath = ({ storage }: Config): string => join(storage.data_dir, 'community.sqlite');

const workerScript = fileURLToPath(new URL('worker-process.ts', import.meta.url));

/** Resolves when the worker polls. */
async function spawnWorkerProcess(config: Config, dieAfter: string | null): Promise<ChildProcess> {
  const { address, namespace } = testConnection();
  const env = { ...process.env, TEST_WORKER: JSON.stringify({ config, address, namespace, dieAfter }) };
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
