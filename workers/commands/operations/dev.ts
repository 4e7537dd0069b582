import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { ensureSchedules } from '../../../adapters/temporal/runs/schedules.ts';
import type { CommunityEvent } from '../../../adapters/terminal/events.ts';
import { harmlessJson } from '../../../adapters/terminal/harmless.ts';
import { checkKnowledgeFolder } from '../../demo/check-kb.ts';
import { converse } from '../../demo/converse.ts';
import { terminalConfig } from '../../demo/fixed-config.ts';
import { createStage, demoRenderer } from '../../demo/play.ts';
import { openTerminalSession } from '../../demo/session.ts';
import { followSources } from '../../running/follow-sources.ts';
import { createLogger } from '../../wiring/logger.ts';
import { progressTo } from '../../cli/progress.ts';
import { reachTemporal } from '../../wiring/temporal-server.ts';
import type { Ports } from '../../cli/command-options.ts';

interface DevOptions extends Ports {
  readonly kb: string;
  readonly data?: string;
  readonly json: boolean;
}

export async function dev({ kb, data, json, port, uiPort }: DevOptions): Promise<void> {
  const progress = progressTo(process.stderr);
  const { folder } = await checkKnowledgeFolder(kb);
  const home = resolve('.steward');
  const dataDir = resolve(
    data ?? join(home, 'dev', createHash('sha256').update(folder).digest('hex').slice(0, 12)),
  );
  const env = process.env;
  const temporal = await reachTemporal({
    env,
    dir: join(home, 'temporal'),
    port,
    uiPort,
    uiUrl: null,
    progress,
  });
  const stage = createStage((event) => render(event));
  // Each data folder has queues of its own, so that two of them never take each other's steps.
  const taskQueue = `steward-dev-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
  const config = terminalConfig({ kb: folder, dataDir, taskQueue });
  const session = await openTerminalSession({
    config,
    temporal,
    env,
    fresh: false,
    progress,
    report: stage.report,
  });
  const renderer = demoRenderer(session, process.stdout);
  const render = (event: CommunityEvent) =>
    json ? harmlessJson(event) : renderer.event(event, { withAnswer: false });
  const log = createLogger({ level: config.logging.level, file: join(dataDir, 'steward.log') });
  let following: ReturnType<typeof followSources> | null = null;
  try {
    await ensureSchedules({
      client: session.steward.client,
      taskQueue,
      refreshSeconds: config.kb.refresh_interval_seconds,
    });
    following = followSources({ config, client: session.steward.client, log });
    if (temporal.uiUrl) progress(`Temporal UI: ${temporal.uiUrl}   data: ${dataDir}`);
    await Promise.race([converse({ session, stage }), session.failed]);
    await session.observer.idle();
  } finally {
    following?.stop();
    await session.close();
  }
}
