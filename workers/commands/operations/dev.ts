import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { ensureSchedules } from '../../../adapters/temporal/runs/schedules.ts';
import { checkKnowledgeFolder } from '../../demo/check-kb.ts';
import { whatGoesOn } from '../../demo/closing-words.ts';
import { converse } from '../../demo/converse.ts';
import { terminalConfig } from '../../demo/fixed-config.ts';
import { home, withTerminal, type TerminalOptions } from '../../demo/with-terminal.ts';
import { followSources } from '../../running/follow-sources.ts';
import { createLogger } from '../../wiring/logger.ts';

interface DevOptions extends TerminalOptions {
  readonly kb: string;
  readonly data?: string;
}

export async function dev({ kb, data, ...options }: DevOptions): Promise<void> {
  const { folder } = await checkKnowledgeFolder(kb);
  const dataDir = resolve(data ?? join(home, 'dev', shortHash(folder, 12)));
  // Each data folder has queues of its own, so that two of them never take each other's steps.
  const taskQueue = `steward-dev-${shortHash(dataDir, 8)}`;
  const config = terminalConfig({ kb: folder, dataDir, taskQueue });
  await withTerminal({ ...options, config, fresh: false }, async ({ session, stage, temporal, progress }) => {
    const { client } = session.steward;
    const refreshSeconds = config.kb.refresh_interval_seconds;
    await ensureSchedules({ client, taskQueue, refreshSeconds });
    const log = createLogger({ level: config.logging.level, file: join(dataDir, 'steward.log') });
    const following = followSources({ config, client, log });
    try {
      if (temporal.uiUrl) progress(`Temporal UI: ${temporal.uiUrl}   data: ${dataDir}`);
      await converse({ session, stage });
      const kept = `What was said and learned is kept in ${dataDir}: the next start goes on from there.`;
      progress(['', kept, ...whatGoesOn(temporal)].join('\n'));
    } finally {
      following.stop();
    }
  });
}

const shortHash = (text: string, chars: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, chars);
