import { noMemberLimits } from '../../config/schema/models.ts';
import { loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { extractiveModel } from '../../config/schema/llm.ts';
import { UsageError } from '../cli/exit.ts';
import { terminalConfig, trialQueue } from './fixed-config.ts';

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
 * names another. Throws a `ConfigError`, or a `UsageError` if no documents are given.
 */
export function trialConfig({
  options,
  dataDirFor,
  env,
}: {
  readonly options: TrialOptions;
  /** Gets the folder of documents or the config file. */
  readonly dataDirFor: (tried: string) => string;
  readonly env: Env;
}): Config {
  const { config: file, kb } = options;
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
