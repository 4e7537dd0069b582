import { randomUUID } from 'node:crypto';
import { connectWorker } from '../../adapters/temporal/client/connect.ts';
import type { ReachableSettings } from '../../adapters/temporal/client/connection-settings.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { createWorkers } from '../../adapters/temporal/worker/worker.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { ownWorkflows } from '../../workers/wiring/own-workflows.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { cpuMilliseconds, type CpuMilliseconds } from './cpu-milliseconds.ts';

const taskQueue = 'floor';
const warmed = 10;

/** The processor time of a replyWorkflow whose steps do nothing: Temporal's own share of a reply. */
export async function measureFloor(
  { client }: Steward,
  {
    settings,
    pid,
    runs,
    atOnce,
  }: {
    readonly settings: ReachableSettings;
    readonly pid: number;
    readonly runs: number;
    readonly atOnce: <Result>(work: () => Promise<Result>) => Promise<Result>;
  },
): Promise<CpuMilliseconds> {
  const log = createLogger({ level: 'silent', file: null });
  const connection = await connectWorker(settings);
  const workers = await createWorkers({
    connection,
    namespace: settings.namespace,
    taskQueue,
    roles: ['reply', 'bot'],
    activities: {
      reply: { generateReply: async () => ({ status: 'generated', reason: 'answered', post: true }) },
      discord: { postReply: async () => ({ status: 'answered', reason: 'answered' }) },
    },
    workflowBundle: await ownWorkflows(process.env, log),
    log,
  });
  const working = workers.run();
  const reply = async (): Promise<void> => {
    const snapshotId = randomUUID();
    const routed = { ...aboutNobody, snapshotId, messageIds: [snapshotId] };
    const run = await startOnce(client, startsOf(taskQueue).reply({ routed }));
    await client.workflow.getHandle(run.workflowId, run.runId).result();
  };
  try {
    for (let warm = 0; warm < warmed; warm += 1) await reply();
    const cpu = cpuMilliseconds(pid);
    await Promise.all(Array.from({ length: runs }, () => atOnce(reply)));
    const { worker, server } = cpu();
    return { worker: worker / runs, server: server / runs };
  } finally {
    workers.shutdown();
    await working;
    await connection.close();
  }
}

const aboutNobody = {
  route: 'reply',
  guildId: '1',
  channelId: '2',
  conversationId: 'reply_1',
  askedDirectly: false,
  link: 'https://discord.com/channels/1/2/3',
} as const;
