import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { noMemberLimits } from '../../../config/schema/models.ts';
import { configSchema, type Config } from '../../../config/schema.ts';
import { Secret } from '../../../config/secret.ts';
import { refreshAndWait } from '../../../workers/running/refresh-and-wait.ts';
import { cleanUp } from '../clean-up.ts';
import type { ScriptedProvider } from '../provider/scripted-provider.ts';
import { testPostgres } from '../storage/test-store.ts';
import { testClient, uniqueTaskQueue } from '../temporal.ts';
import { startTestDiscord, type TestDiscord } from './test-discord.ts';
import { silentProgress } from '../../../domain/operations/progress.ts';

export const guide = '# Guide\n\nSet the port to 8080 with the setting `port`.\n';

/** A Discord of the test's own. A broken limit or a possible ping fails the test at its end. */
export async function openTestDiscord(
  options: Parameters<typeof startTestDiscord>[0] = {},
): Promise<TestDiscord> {
  const discord = await startTestDiscord(options);
  cleanUp(() => {
    discord.close();
    expect(discord.violations).toEqual([]);
  });
  return discord;
}

type Settings = Readonly<Record<string, unknown>>;

export interface SceneOptions {
  /** Null for the extractive model. */
  readonly model: ScriptedProvider | null;
  readonly files?: Readonly<Record<string, string>>;
  /** As in the config. */
  readonly channels?: Readonly<Record<string, object>>;
  /** Keys of the config. Those of `discord`, `ai_response`, `kb` and `storage` are added to the test's own. */
  readonly settings?: Settings & {
    readonly discord?: Settings;
    readonly ai_response?: Settings;
    readonly kb?: Settings;
    readonly storage?: Settings;
  };
}

export interface DiscordScene {
  readonly dir: string;
  readonly config: Config;
  /** The config file for a process, without the token, which is in its environment. */
  readonly file: string;
  readonly given: { readonly storage: object };
  /** The address of a PostgreSQL store, or null for a file. It is secret, so `given` lacks it. */
  readonly storageUrl: string | null;
  /** Runs a refresh to its end. Needs a worker. */
  readonly indexDocuments: () => Promise<void>;
}

/** A folder, a config and a task queue of the test's own, for a Steward on that Discord. */
export async function prepare(
  discord: TestDiscord,
  { model, files = { 'guide.md': guide }, channels = { help: {}, ideas: {} }, settings = {} }: SceneOptions,
): Promise<DiscordScene> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-test-'));
  cleanUp(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, 'data'));
  await mkdir(join(dir, 'kb'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, 'kb', name), text);
  const llm = model
    ? { model: 'scripted', base_url: model.baseUrl, max_retries: 0 }
    : { model: 'extractive' };
  const { url: storageUrl = null } = (await testPostgres(dir)) ?? {};
  const given = {
    temporal: { task_queue: uniqueTaskQueue() },
    budget: noMemberLimits,
    ...settings,
    storage: {
      data_dir: join(dir, 'data'),
      kind: storageUrl === null ? 'sqlite' : 'postgres',
      ...settings.storage,
    },
    discord: {
      api_url: discord.apiUrl,
      guild_ids: [discord.world.guildId],
      team_role_ids: [discord.world.teamRoleId],
      channels,
      message_batch_wait_seconds: 0.3,
      message_batch_max_wait_seconds: 5,
      ...settings.discord,
    },
    ai_response: { llm, ...settings.ai_response },
    kb: { sources_dir: join(dir, 'kb'), ...settings.kb },
  };
  const file = join(dir, 'config.yaml');
  await writeFile(file, JSON.stringify(given));
  const token = new Secret(discord.token);
  const storage = { ...given.storage, url: storageUrl === null ? null : new Secret(storageUrl) };
  const config = configSchema.parse({ ...given, storage, discord: { ...given.discord, token } });
  const indexDocuments = async () => {
    const taskQueue = config.temporal.task_queue;
    await refreshAndWait({ client: await testClient(), taskQueue, progress: silentProgress });
  };
  return { dir, config, file, given, storageUrl, indexDocuments };
}
