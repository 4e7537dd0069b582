import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { connectClient } from '../../adapters/temporal/client/connect.ts';
import { noMemberLimits } from '../../config/schema/models.ts';
import { configSchema, type Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import { startScriptedProvider, type Script } from '../../test/support/provider/scripted-provider.ts';
import { startTestDiscord, type TestDiscord } from '../../test/support/discord/test-discord.ts';
import { refreshAndWait } from '../../workers/running/refresh-and-wait.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openStore } from '../../workers/wiring/open-adapters.ts';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { benchFolder } from './bench-folder.ts';
import { startBenchServer } from './bench-server.ts';
import { supervise, type Supervised } from './supervised.ts';
import { silentProgress } from '../../domain/operations/progress.ts';

export interface DiscordBench {
  readonly discord: TestDiscord;
  readonly config: Config;
  readonly channels: readonly string[];
  readonly temporal: TemporalServer;
  /** The folder of this bench. */
  readonly dir: string;
  /** Starts `steward worker` with these roles, and waits until it runs. */
  readonly worker: (
    name: string,
    roles: string,
    own?: {
      readonly env: NodeJS.ProcessEnv;
      readonly release?: string;
    },
  ) => Promise<Supervised>;
  /** The configuration that the workers read. */
  readonly configFile: string;
  /** The environment of the workers, for another command. */
  readonly env: NodeJS.ProcessEnv;
  readonly indexDocuments: () => Promise<void>;
  /** The workers' store, opened in this process too. It is closed at the end. */
  readonly openStorage: () => Promise<Storage>;
}

/** The real server, which continues from its database file after each death. */
interface TemporalServer {
  readonly port: number;
  readonly kill: () => Promise<void>;
  readonly connect: () => Promise<Client>;
}

const guide = { 'guide.md': '# Guide\n\nSet the port to 8080.\n' };

/** The host of the emulator's attachments. */
const filesHost = '127.0.0.1';

/** Names of channels for a bench that needs many. */
export const manyChannels = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `bench-${at}`);

/**
 * Calls `work` with an emulated Discord, a Temporal server, a scripted provider and a folder, which are removed
 * afterwards. Throws if one of Discord's limits was broken.
 */
export async function withDiscordBench<Result>(
  {
    channels,
    waitSeconds,
    answerRepeats = 1,
    modelMilliseconds = 0,
    documents = null,
    graph = 'minimal',
    postgresUrl = null,
    beside = () => ({}),
    script = answering('Set the port to 8080. '.repeat(answerRepeats)),
  }: {
    /** Names. Channels that the Discord lacks are created. */
    readonly channels: readonly string[];
    readonly waitSeconds: number;
    /** Repeats the answer's sentence to make it long. */
    readonly answerRepeats?: number;
    readonly modelMilliseconds?: number;
    readonly graph?: 'minimal' | 'standard';
    /** Documents by file name, for the extractive model. Null for a scripted model that always gives the same answer. */
    readonly documents?: Readonly<Record<string, string>> | null;
    /** The address of a PostgreSQL store, or null for a file. */
    readonly postgresUrl?: string | null;
    /** Parts of the configuration, and keys of `discord` and `ai_response`, that are added to the bench's own or replace them. */
    readonly beside?: (discord: TestDiscord) => Partial<Record<keyof Config, object>>;
    readonly script?: Script;
  },
  work: (bench: DiscordBench) => Promise<Result>,
): Promise<Result> {
  await using ending = new AsyncDisposableStack();
  const { path: dir } = ending.use(await benchFolder());
  const discord = await startTestDiscord({ channels });
  ending.defer(discord.close);
  const provider = await startScriptedProvider({
    script,
    milliseconds: modelMilliseconds,
    keepsCalls: false,
  });
  ending.defer(provider.close);
  const server = await startBenchServer(dir);
  ending.defer(server.stop);
  const { settings } = server;
  const env = environmentOf(server, discord);
  await mkdir(join(dir, 'kb'));
  for (const [name, text] of Object.entries(documents ?? guide)) await writeFile(join(dir, 'kb', name), text);
  const llm = documents
    ? { model: 'extractive' }
    : { model: 'scripted', base_url: provider.baseUrl, max_retries: 0 };
  const own = {
    discord: {
      api_url: discord.apiUrl,
      guild_ids: [discord.world.guildId],
      team_role_ids: [discord.world.teamRoleId],
      channels: Object.fromEntries(channels.map((name) => [name, {}])),
      message_batch_wait_seconds: waitSeconds,
      message_batch_max_wait_seconds: Math.max(5, 2 * waitSeconds),
    },
    ai_response: {
      graph,
      max_answer_chars: 10_000,
      llm,
      // The extractive model reads text alone.
      llm_enable_image: llm.model !== 'extractive',
      attachment_hosts: [filesHost],
    },
    budget: noMemberLimits,
    pages: { allow_hosts: [filesHost] },
    kb: { sources_dir: join(dir, 'kb') },
    storage: { data_dir: join(dir, 'data') },
    temporal: { task_queue: 'bench' },
  };
  const given = withKeysOf(own, beside(discord));
  const url = postgresUrl === null ? null : new Secret(postgresUrl);
  const storage = { ...given.storage, kind: url ? 'postgres' : 'sqlite' };
  const file = join(dir, 'config.yaml');
  await writeFile(file, JSON.stringify({ ...given, storage }));
  const parsed = configSchema.parse({ ...given, storage: { ...storage, url } });
  const config = { ...parsed, discord: { ...parsed.discord, token: new Secret(discord.token) } };
  const result = await work({
    discord,
    config,
    channels,
    dir,
    temporal: { ...server, connect: () => connectClient(settings) },
    configFile: file,
    env,
    worker: async (name, roles, { env: own, ...place } = { env: {} }) => {
      const worker = supervise({
        ...place,
        args: ['--role', roles, '-c', file],
        cwd: dir,
        env: { ...env, ...own },
        logFile: join(dir, `${name}.log`),
      });
      ending.defer(worker.stop);
      await worker.up();
      return worker;
    },
    openStorage: async () => {
      const log = createLogger({ level: 'silent', file: null });
      return ending.adopt(await openStore(config, { log }), (store) => store.close());
    },
    indexDocuments: async () => {
      const client = await connectClient(settings);
      await refreshAndWait({ client, taskQueue: config.temporal.task_queue, progress: silentProgress });
      await client.connection.close();
    },
  });
  if (discord.violations.length > 0) throw new Error(discord.violations.join('; '));
  return result;
}

/** A configuration with parts of another one, whose keys of `discord` and `ai_response` are added. */
const withKeysOf = <Own extends { readonly discord: object; readonly ai_response: object }>(
  own: Own,
  others: Partial<Record<keyof Config, object>>,
): Own => ({
  ...own,
  ...others,
  discord: { ...own.discord, ...others.discord },
  ai_response: { ...own.ai_response, ...others.ai_response },
});

const environmentOf = (
  { env, settings }: Awaited<ReturnType<typeof startBenchServer>>,
  { token }: TestDiscord,
): NodeJS.ProcessEnv => ({
  ...env,
  TEMPORAL_ADDRESS: settings.address,
  TEMPORAL_NAMESPACE: settings.namespace,
  STEWARD__DISCORD__TOKEN: token,
  // Nothing may be downloaded during a measurement.
  STEWARD__KB__EMBEDDINGS: 'off',
});

/** Everything is a question that the guide covers. */
const answering =
  (answer: string): Script =>
  (call) =>
    call.decision === 'LLMGenerationResult'
      ? { answer, citations: [{ source_id: 'kb:guide.md', qa_ids: [] }] }
      : agreeable(call);
