import { createLiveConfig } from '../../workers/wiring/live-config.ts';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import type { Logger } from 'pino';
import { noMemberLimits } from '../../config/schema/models.ts';
import { configSchema, type Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import type { Discord } from '../../adapters/discord/open-discord.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openSteward, type Steward } from '../../workers/wiring/open-steward.ts';
import type { Timings } from '../../workflows/contract/timings.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { askSnapshot } from '../../domain/intake/ask-snapshot.ts';
import { routedBatchOf } from '../../domain/intake/snapshot.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { startBenchServer } from './bench-server.ts';

export const benchQueue = 'bench';

export type Voice = Pick<Discord, 'chat' | 'listed' | 'close'>;

/** What a bench gets in addition to its Steward. */
export interface Around {
  readonly config: Config;
  /** The process of Temporal's server. */
  readonly pid: number;
}

/**
 * Calls `work` with a Steward with the given roles, on its own server and in its own folder, which are removed
 * afterwards.
 */
export async function withBenchSteward<Result>(
  {
    modelUrl,
    kb = {},
    ai = {},
    discord = {},
    openChat = async () => null,
    roles = ['library'],
    now,
    postgresUrl = null,
  }: {
    readonly modelUrl: string;
    /** Keys of `kb` beside `sources_dir`, which is empty. */
    readonly kb?: Readonly<Record<string, unknown>>;
    /** Keys of `ai_response` and of `discord`. */
    readonly ai?: Readonly<Record<string, unknown>>;
    readonly discord?: Readonly<Record<string, unknown>>;
    /** Opens the chat in which it posts. It does not listen. */
    readonly openChat?: (config: Config, log: Logger) => Promise<Voice | null>;
    readonly roles?: readonly WorkerRole[];
    readonly now?: () => Date;
    /** The address of a PostgreSQL store, or null for a file. */
    readonly postgresUrl?: string | null;
  },
  work: (steward: Steward, around: Around) => Promise<Result>,
): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-bench-'));
  const temporal = await startBenchServer(dir);
  const { env } = temporal;
  try {
    await mkdir(join(dir, 'kb'));
    const config = configSchema.parse({
      ai_response: { llm: { model: 'scripted', base_url: modelUrl }, ...ai },
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
    const { chat = null, listed = null } = voice ?? {};
    const steward = await openSteward({
      live: createLiveConfig(config),
      config,
      env,
      log,
      temporal: temporal.settings,
      chat,
      listed,
      ...(now && { now }),
      prints: true,
    });
    try {
      await steward.work(roles);
      return await work(steward, { config, pid: temporal.pid() });
    } finally {
      await steward.close();
      await voice?.close();
    }
  } finally {
    await temporal.stop();
    await rm(dir, { recursive: true, force: true });
  }
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
    readonly timings?: Partial<Timings>;
    /** Called before the run starts. */
    readonly whenSaved?: () => void;
  },
): Promise<ReplyRecord> {
  const snapshot = askSnapshot({ ...asked, now: new Date() });
  await storage.records.saveSnapshot(snapshot);
  whenSaved();
  const reply = { routed: routedBatchOf(snapshot), deliver: 'record', ...(timings && { timings }) } as const;
  const { workflowId } = await startOnce(client, startsOf(benchQueue).reply(reply));
  await client.workflow.getHandle(workflowId).result();
  const record = await storage.records.replyRecord(snapshot.id);
  if (!record) throw new Error('A question has no row.');
  return record;
}
