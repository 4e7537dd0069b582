import { createLiveConfig } from '../wiring/live-config.ts';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../adapters/discord/emulator/emulator.ts';
import { addChannel, createWorld } from '../../adapters/discord/emulator/world/world.ts';
import { regeneratedEvent, type CommunityEvent } from '../../domain/operations/community-events.ts';
import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { terminateRuns } from '../../adapters/temporal/runs/inspect-runs.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { openChatConnection } from '../running/chat-connection.ts';
import { serveHttp } from '../running/serve-http.ts';
import { refreshAndWait } from '../running/refresh-and-wait.ts';
import type { Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import { logName } from './trial-config.ts';
import { createLogger } from '../wiring/logger.ts';
import { createObserver } from '../../adapters/temporal/runs/observe-intake.ts';
import { fieldsOfRun } from '../../adapters/temporal/worker/runtime.ts';
import type { Progress } from '../../domain/operations/progress.ts';
import type { TemporalAt } from '../wiring/temporal-server.ts';
import { failureOf } from '../wiring/start-workers.ts';
import { openSteward, type Steward } from '../wiring/open-steward.ts';

export type TerminalSession = Awaited<ReturnType<typeof openTerminalSession>>;

/**
 * Starts a whole Steward in this process, on an emulated Discord with the channels of the config. What it learns is kept; the
 * Discord is a new one, so runs that a killed session has left open on these queues are ended.
 */
export async function openTerminalSession({
  config: given,
  temporal,
  env,
  progress,
  report,
}: {
  readonly config: Config;
  readonly temporal: TemporalAt;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly report: (event: CommunityEvent) => void;
}) {
  const dataDir = given.storage.data_dir;
  await mkdir(dataDir, { recursive: true });
  const log = createLogger({ level: given.logging.level, file: join(dataDir, logName), fieldsOfRun });
  const opened = new AsyncDisposableStack();
  const close = () => opened.disposeAsync();
  try {
    const channels = Object.keys(given.discord.channels);
    const [channel = ''] = channels;
    const world = createWorld();
    for (const name of channels) addChannel(world, { name });
    const discord = await startEmulator(world);
    opened.defer(() => discord.close());
    const config = onEmulator(given, discord);
    const chatConnection = await openChatConnection(config, log, true);
    opened.defer(() => chatConnection.close());
    const { chat, listed } = chatConnection;
    const steward = await openSteward({
      live: createLiveConfig(config),
      config,
      env,
      log,
      temporal: temporal.settings,
      chat,
      listed,
      isTrial: true,
    });
    opened.defer(() => steward.close());
    const { client, storage, intake } = steward;
    await terminateRuns(steward);
    progress('Starting the workers (a few seconds the first time)');
    const observer = createObserver({ client, records: storage.records, intake, report });
    opened.defer(async () => {
      await chatConnection.stop();
      observer.close();
    });
    await chatConnection.start({ ...steward, intake: observer.intake });
    const running = await steward.work(['all']);
    opened.defer((await serveHttp({ config, steward, listed, log }))?.close ?? (() => {}));
    await refreshAndWait({ ...steward, progress, howToList: `, named in ${join(dataDir, logName)}` });
    /** Rejects when the workers or the chat fail for good. */
    const failed = Promise.race([failureOf(running.ended), chatConnection.lost]);
    failed.catch(() => {});
    return { steward, discord, channel, observer, close, failed, regenerate: () => regenerate(steward) };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** The configuration with the emulated Discord and its team in place of the real one. */
export const onEmulator = (config: Config, { token, apiUrl, world }: Emulator): Config => ({
  ...config,
  discord: {
    ...config.discord,
    token: new Secret(token),
    api_url: apiUrl,
    guild_ids: [world.guildId],
    team_role_ids: [world.teamRoleId],
  },
});

async function regenerate(steward: Steward): Promise<CommunityEvent> {
  const run = await startRegenerate(steward);
  try {
    const result = await waitForResult<RegenerateResult>({ client: steward.client, ...run });
    return regeneratedEvent(result, run.workflowId);
  } catch (error) {
    const reason = error instanceof PortError ? error.message : 'the regeneration failed';
    return { event: 'failed', workflow_id: run.workflowId, reason };
  }
}
