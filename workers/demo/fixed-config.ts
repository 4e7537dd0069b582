import { configSchema, type Config } from '../../config/schema.ts';

/** What `demo` and `dev` run with: the extractive model, a short quiet window, and queues of their own. */
export const terminalConfig = ({
  kb,
  dataDir,
  taskQueue,
}: {
  readonly kb: string;
  readonly dataDir: string;
  /** Not the one of a Steward that runs on the same server for real. */
  readonly taskQueue: string;
}): Config =>
  configSchema.parse({
    discord: { message_batch_wait_seconds: 0.5, message_batch_max_wait_seconds: 5 },
    ai_response: { llm: { model: 'extractive' } },
    kb: { sources_dir: kb },
    storage: { data_dir: dataDir },
    temporal: { task_queue: taskQueue },
  });
