import { countFormerRuns } from '../../../adapters/temporal/runs/former-runs.ts';
import { ensureSchedules } from '../../../adapters/temporal/runs/schedules.ts';
import type { Logger } from 'pino';
import type { WorkerRole } from '../../../adapters/temporal/worker/worker-roles.ts';
import { announceWorker, configFingerprint } from '../../running/announce.ts';
import { openChatConnection } from '../../running/chat-connection.ts';
import { followSources } from '../../running/follow-sources.ts';
import { serveHttp } from '../../running/serve-http.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { version } from '../../wiring/identity.ts';
import { withSteward } from '../../cli/with-steward.ts';

interface WorkerOptions extends CommandOptions {
  readonly role: readonly WorkerRole[];
}

/** Runs until it is stopped. Steps in progress may end; another worker takes over the rest. */
export async function worker({ role, ...options }: WorkerOptions): Promise<void> {
  const asks = role.some((one) => one !== 'bot');
  const keepsLibrary = role.some((one) => one === 'library' || one === 'all');
  const replies = role.some((one) => one === 'reply' || one === 'all');
  const speaks = role.some((one) => one === 'bot' || one === 'all');
  await withSteward(
    {
      ...options,
      chatConnection: (parts) => openChatConnection({ ...parts, speaks }),
      asks,
      outlivesOutages: true,
      prints: keepsLibrary,
      logFile: null,
    },
    async ({ config, steward, chatConnection, embeddings, temporal, log }) => {
      const taskQueue = config.temporal.task_queue;
      try {
        await warnOfFormerRuns({ client: steward.client, taskQueue, log });
        if (keepsLibrary)
          for (const { severity, message } of await steward.storage.inspect())
            log.warn({ severity }, `store_differs: ${message}`);
        await chatConnection.start(steward);
        void embeddings.prepare().then(() => steward.storage.keepVectors());
        const running = await steward.work(role, { deployment: config.temporal.deployment });
        const refreshSeconds = config.kb.refresh_interval_seconds;
        const { client } = steward;
        // One role writes them, so that hosts with other configs do not undo each other's.
        if (keepsLibrary) await ensureSchedules({ client, taskQueue, refreshSeconds });
        const announced = await announceWorker({
          config,
          storage: steward.storage,
          roles: role,
          version,
          log,
        });
        const http = replies ? await serveHttp({ config, steward, log }) : null;
        const following = keepsLibrary ? followSources({ config, client, log }) : null;
        log.info(
          {
            roles: role,
            address: temporal.settings.address,
            ui: temporal.uiUrl,
            store: `${steward.storage.id} in ${steward.storage.place}`,
            version,
            config: configFingerprint(config),
          },
          'steward_started',
        );
        const stop = () => {
          following?.stop();
          void announced.stop();
          void http?.close();
          void running.stop();
        };
        process.once('SIGINT', stop);
        process.once('SIGTERM', stop);
        await Promise.race([running.ended, chatConnection.lost]);
        log.info({}, 'steward_stopped');
      } finally {
        await chatConnection.stop();
      }
    },
  );
}

async function warnOfFormerRuns({
  log,
  ...target
}: Parameters<typeof countFormerRuns>[0] & { readonly log: Logger }): Promise<void> {
  const count = await countFormerRuns(target);
  if (count === 0) return;
  log.warn(
    { count },
    'former_runs_open: an earlier version started runs that this one cannot continue. Let that version finish them and ' +
      'wait with `npx steward temporal drain`, or end them with `npx steward temporal drain --end`.',
  );
}
