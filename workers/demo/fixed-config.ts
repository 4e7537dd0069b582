import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { noMemberLimits } from '../../config/schema/models.ts';
import { configSchema, type Config } from '../../config/schema.ts';

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
