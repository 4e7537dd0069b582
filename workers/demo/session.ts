import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openCommunity, type Community } from '../../adapters/terminal/community.ts';
import type { CommunityEvent } from '../../adapters/terminal/events.ts';
import { startRegenerate } from '../../adapters/temporal/runs/start-runs.ts';
import { terminateLeftovers } from '../../adapters/temporal/server/terminate-leftovers.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { RegenerateResult } from '../../workflows/contract/regenerate.ts';
import { refreshAndWait } from '../running/refresh-and-wait.ts';
import type { Config } from '../../config/schema.ts';
import { createLogger } from '../wiring/logger.ts';
import { createObserver, type Observer } from '../running/observer.ts';
import type { TemporalAt } from '../wiring/temporal-server.ts';
import { openSteward, type Steward } from '../wiring/wiring.ts';

export interface TerminalSession {
  readonly steward: Steward;
  readonly community: Community;
  readonly observer: Observer;
  readonly regenerate: () => Promise<CommunityEvent>;
  /** Rejects when the workers fail for good. */
  readonly failed: Promise<never>;
  readonly close: () => Promise<void>;
}

/** A whole Steward in this process, with a community in the terminal instead of Discord. */
export async function openTerminalSession({
  config,
  temporal,
  env,
  fresh,
  progress,
  report,
}: {
  readonly config: Config;
  readonly temporal: TemporalAt;
  readonly env: NodeJS.ProcessEnv;
  /** Ends what a session that was killed has left open on these queues. */
  readonly fresh: boolean;
  readonly progress: (line: string) => void;
  readonly report: (event: CommunityEvent) => void;
}): Promise<TerminalSession> {
  const dataDir = config.storage.data_dir;
  await mkdir(dataDir, { recursive: true });
  const log = createLogger({ level: config.logging.level, file: join(dataDir, 'steward.log') });
  const community = openCommunity({ path: join(dataDir, 'community.sqlite'), now: () => new Date() });
  const steward = await openSteward({ config, env, log, temporal: temporal.settings, chat: community }).catch(
    (error: unknown) => {
      community.close();
      throw error;
    },
  );
  const close = async () => {
    await steward.close();
    community.close();
  };
  try {
    const taskQueue = config.temporal.task_queue;
    const { client } = steward;
    if (fresh) await terminateLeftovers({ client, taskQueue });
    progress('Starting the workers (a few seconds the first time)');
    const running = await steward.work(['all']);
    await refreshAndWait({ client, taskQueue, progress });
    const observer = createObserver({
      client,
      records: steward.storage.records,
      intake: steward.intake,
      report,
    });
    const failed = running.ended.then(() => new Promise<never>(() => {}));
    failed.catch(() => {});
    const closeAll = async () => {
      observer.close();
      await close();
    };
    return {
      steward,
      community,
      observer,
      close: closeAll,
      failed,
      regenerate: () => regenerate(steward, taskQueue),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function regenerate({ client }: Steward, taskQueue: string): Promise<CommunityEvent> {
  const run = await startRegenerate({ client, taskQueue });
  try {
    const { modelCalls, ...counts } = await waitForResult<RegenerateResult>({ client, ...run });
    return { event: 'regenerated', ...counts, model_calls: modelCalls, workflow_id: run.workflowId };
  } catch (error) {
    const reason = error instanceof PortError ? error.message : 'the regeneration failed';
    return { event: 'failed', workflow_id: run.workflowId, reason };
  }
}
