import { createLiveConfig } from '../../workers/wiring/live-config.ts';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import type { Logger } from 'pino';
import { noMemberLimits } from '../../config/schema/models.ts';
import { configSchema, type Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import type { Discord } from '../../adapters/discord/open-discord.ts';
import { silentProgress } from '../../domain/operations/progress.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import {
  startScriptedProvider,
  type Script,
  type ScriptedProvider,
} from '../../test/support/provider/scripted-provider.ts';
import { refreshAndWait } from '../../workers/running/refresh-and-wait.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openSteward, type Steward } from '../../workers/wiring/open-steward.ts';
import type { Timings } from '../../workflows/contract/timings.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { askSnapshot } from '../../domain/intake/ask-snapshot.ts';
import { routedBatchOf } from '../../domain/intake/snapshot.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { benchFolder } from './bench-folder.ts';
import { startBenchServer } from './bench-server.ts';

export const benchQueue = 'bench';

type Voice = Pick<Discord, 'chat' | 'listed' | 'close'>;

/** A Steward in this process, which ends with its scope. */
export interface BenchSteward extends AsyncDisposable {
  readonly steward: Steward;
  readonly config: Config;
  readonly provider: ScriptedProvider;
  /** The process of Temporal's server. */
  readonly pid: number;
  readonly indexDocuments: () => Promise<unknown>;
  /** What `openChat` gave. */
  readonly voice: Voice | null;
}

interface Opening {
  readonly script?: Script;
  /** The address of a model in another process, in place of the scripted one. */
  readonly modelUrl?: string | null;
  /** Keys of `kb` beside `sources_dir`, which is empty. */
  readonly kb?: Readonly<Record<string, unknown>>;
  /** Keys of `ai_response`, of its `llm` and of `discord`. */
  readonly ai?: Readonly<Record<string, unknown>>;
  readonly llm?: Readonly<Record<string, unknown>>;
  readonly discord?: Readonly<Record<string, unknown>>;
  /** Opens the chat in which it posts. It does not listen. */
  readonly openChat?: (config: Config, log: Logger) => Promise<Voice | null>;
  readonly roles?: readonly WorkerRole[];
  readonly now?: () => Date;
  /** The address of a PostgreSQL store, or null for a file. */
  readonly postgresUrl?: string | null;
}

/** Opens a Steward with the given roles, on its own server and in its own folder, which are removed afterwards. */
export async function openBenchSteward({
  script = agreeable,
  modelUrl = null,
  kb = {},
  ai = {},
  llm = {},
  discord = {},
  openChat = async () => null,
  roles = ['library'],
  now,
  postgresUrl = null,
}: Opening): Promise<BenchSteward> {
  await using opened = new AsyncDisposableStack();
  const { path: dir } = opened.use(await benchFolder());
  const provider = await startScriptedProvider({ script, keepsCalls: false });
  opened.defer(provider.close);
  const temporal = await startBenchServer(dir);
  opened.defer(temporal.stop);
  await mkdir(join(dir, 'kb'));
  const config = configSchema.parse({
    ai_response: { llm: { model: 'scripted', base_url: modelUrl ?? provider.baseUrl, ...llm }, ...ai },
    discord,
    budget: noMemberLimits,
    kb: { sources_dir: join(dir, 'kb'), ...kb },
    storage: {
      data_dir: join(dir, 'data'),
      kind: postgresUrl === null ? 'sqlite' : 'postgres',
      url: postgresUrl === null ? null : new Secret(postgresUrl),
    },
    temporal: { task_queue: benchQueue },
  });
  const log = createLogger({ level: 'silent', file: null });
  const voice = await openChat(config, log);
  opened.defer(() => voice?.close());
  const { chat = null, listed = null } = voice ?? {};
  const steward = await openSteward({
    live: createLiveConfig(config),
    config,
    env: temporal.env,
    log,
    temporal: temporal.settings,
    chat,
    listed,
    ...(now && { now }),
    prints: true,
  });
  opened.defer(steward.close);
  await steward.work(roles);
  const ending = opened.move();
  return {
    steward,
    config,
    provider,
    pid: temporal.pid(),
    voice,
    indexDocuments: () =>
      refreshAndWait({ client: steward.client, taskQueue: benchQueue, progress: silentProgress }),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

/** Asks a question that did not come as a message, and returns its row. */
export async function answerTo(
  { client, storage }: Steward,
  {
    timings,
    whenSaved = () => {},
    ...asked
  }: {
    readonly requestId: string;
    readonly question: string;
    readonly timings: Partial<Timings>;
    /** Called before the run starts. */
    readonly whenSaved?: () => void;
  },
): Promise<ReplyRecord> {
  const snapshot = askSnapshot({ ...asked, now: new Date() });
  await storage.records.saveSnapshot(snapshot);
  whenSaved();
  const reply = { routed: routedBatchOf(snapshot), deliver: 'record', timings } as const;
  const { workflowId } = await startOnce(client, startsOf(benchQueue).reply(reply));
  await client.workflow.getHandle(workflowId).result();
  const record = await storage.records.replyRecord(snapshot.id);
  if (!record) throw new Error('A question has no row.');
  return record;
}
