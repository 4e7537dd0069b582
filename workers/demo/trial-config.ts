import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { noMemberLimits } from '../../config/schema/models.ts';
import { configSchema, type Config } from '../../config/schema.ts';
import { loadConfig } from '../../config/load.ts';
import { extractiveModel } from '../../config/schema/llm.ts';
import { UsageError } from '../cli/exit.ts';

/** The folder for the data of `demo` and `dev`, in the working directory. */
export const home = resolve('.steward');

/** The folder of their Temporal server. */
export const trialTemporalDir = join(home, 'temporal');

/** The log, in a data folder. */
export const logName = 'steward.log';

const usualChannels = ['help', 'general'];

export const shortHash = (text: string, chars: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, chars);

/** Each data folder has its own queues, so that two sessions on one server never take each other's steps. */
export const trialQueue = (dataDir: string): string => `steward-trial-${shortHash(resolve(dataDir), 8)}`;

/** What `demo` and `dev` run with: the extractive model, a short quiet window, and queues of their own. */
export const terminalConfig = ({ kb, dataDir }: { readonly kb: string; readonly dataDir: string }): Config =>
  configSchema.parse({
    discord: {
      message_batch_wait_seconds: 0.5,
      message_batch_max_wait_seconds: 5,
      channels: Object.fromEntries(usualChannels.map((name) => [name, {}])),
    },
    budget: noMemberLimits,
    ai_response: { llm: { model: 'extractive' } },
    kb: { sources_dir: kb },
    storage: { data_dir: dataDir },
    temporal: { task_queue: trialQueue(dataDir) },
  });

type Env = Readonly<Record<string, string | undefined>>;

const modelVariable = 'STEWARD__AI_RESPONSE__LLM__MODEL';

export interface TrialOptions {
  readonly kb?: string;
  /** A config whose models, documents, prompts and texts are used. */
  readonly config?: string;
}

/**
 * The config of `dev`: models, documents, prompts and texts of the file and the variables, but Discord, storage and queues of the
 * terminal, so that the real Steward is not affected. Without a config the model is the embedded one, unless a variable
 * names another. `dataDirFor` gets the folder of documents or the config file. Throws a `ConfigError`, or a `UsageError` if no documents
 * are given.
 */
export function trialConfig(
  { config: file, kb }: TrialOptions,
  dataDirFor: (tried: string) => string,
  env: Env,
): Config {
  if (kb === undefined && file === undefined) {
    throw new UsageError('Name your documents with --kb <dir>, or a config that does with -c <file>.');
  }
  const dotenvPath = file === undefined ? null : '.env';
  const load = (variables: Env) =>
    loadConfig({ path: file ?? null, env: { ...env, ...variables }, dotenvPath }).config;
  const sourcesDir = kb ?? load({}).kb.sources_dir;
  const dataDir = dataDirFor(kb ?? file ?? '');
  const loaded = load({
    ...(file === undefined && {
      [modelVariable]: env[modelVariable] || extractiveModel,
      // A model call for each page would be slow or expensive.
      STEWARD__KB__STEPS__DESCRIBE__MODEL: extractiveModel,
    }),
    STEWARD__KB__SOURCES_DIR: sourcesDir,
    STEWARD__STORAGE__KIND: 'sqlite',
    STEWARD__STORAGE__DATA_DIR: dataDir,
    STEWARD__TEMPORAL__TASK_QUEUE: trialQueue(dataDir),
  });
  const terminal = terminalConfig({ kb: sourcesDir, dataDir });
  return {
    ...loaded,
    discord: { ...terminal.discord, channels: spokenChannels(loaded) ?? terminal.discord.channels },
    kb: kb === undefined ? loaded.kb : { ...loaded.kb, sources: [] },
    http: terminal.http,
    budget: { ...loaded.budget, ...noMemberLimits },
  };
}

/** The config's channels that have a name, changed for one person: no cooldowns, and no waiting for a team. */
function spokenChannels({ discord }: Config): Config['discord']['channels'] | null {
  const named = Object.entries(discord.channels).filter(([name]) => !/^\d+$/.test(name));
  if (named.length === 0) return null;
  return Object.fromEntries(
    named.map(([name, channel]) => [
      name,
      {
        ...channel,
        user_cooldown_seconds: 0,
        channel_cooldown_seconds: 0,
        preview: false,
        capture: channel.capture === 'ask' ? true : channel.capture,
        helper_role_id: null,
        when_unknown: channel.when_unknown === 'hand_over' ? 'say_so' : channel.when_unknown,
      },
    ]),
  );
}
