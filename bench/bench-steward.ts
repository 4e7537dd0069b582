import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../adapters/temporal/free-port.ts';
import { configSchema } from '../config/schema.ts';
import { createLogger } from '../workers/logger.ts';
import { reachTemporal } from '../workers/temporal-server.ts';
import { openSteward, type Steward } from '../workers/wiring.ts';

export const benchQueue = 'bench';

/** A Steward with its library worker, on a server and in a folder of its own, both gone when `work` ends. */
export async function withBenchSteward<Result>(
  {
    modelUrl,
    kb = {},
  }: {
    readonly modelUrl: string;
    /** Keys of `kb` beside `sources_dir`, which is empty. */
    readonly kb?: Readonly<Record<string, unknown>>;
  },
  work: (steward: Steward) => Promise<Result>,
): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-bench-'));
  const { TEMPORAL_ADDRESS: _, ...env } = process.env;
  const temporal = await reachTemporal({
    env,
    dir,
    port: await freePort(),
    uiPort: await freePort(),
    uiUrl: null,
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    await mkdir(join(dir, 'kb'));
    const config = configSchema.parse({
      ai_response: { llm: { model: 'scripted', base_url: modelUrl } },
      kb: { sources_dir: join(dir, 'kb'), ...kb },
      storage: { data_dir: join(dir, 'data') },
      temporal: { task_queue: benchQueue },
    });
    const log = createLogger({ level: 'silent', file: null });
    const steward = await openSteward({ config, env, log, temporal: temporal.settings, chat: null });
    try {
      await steward.work(['library']);
      return await work(steward);
    } finally {
      await steward.close();
    }
  } finally {
    await temporal.embedded?.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
