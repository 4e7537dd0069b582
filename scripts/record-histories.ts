/**
 * Records the histories that test/replay.test.ts replays: plays the demo against a server of its own and keeps one run
 * of each shape. No capture may remove anything by itself, so that the one with a correction waits for a yes, which it gets. Run it (npm run record-histories) when a workflow gets a new shape; never to make a failing replay pass.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { Client } from '@temporalio/client';
import { decideCapture } from '../adapters/temporal/runs/decide-capture.ts';
import { listCaptures } from '../adapters/temporal/runs/list-captures.ts';
import { freePort } from '../adapters/temporal/server/free-port.ts';
import { orderRegenerations } from '../adapters/temporal/runs/running-regenerations.ts';
import { startRegenerate } from '../adapters/temporal/runs/start-runs.ts';
import { waitForResult } from '../adapters/temporal/runs/wait-for-result.ts';
import { findMessage } from '../adapters/discord/emulator/world/messages.ts';
import { parseScript } from '../adapters/terminal/parse-script.ts';
import { configSchema } from '../config/schema.ts';
import { terminalConfig } from '../workers/demo/fixed-config.ts';
import { playDemo } from '../workers/demo/play.ts';
import { createStage } from '../workers/demo/stage.ts';
import { openTerminalSession, type TerminalSession } from '../workers/demo/session.ts';
import { reachTemporal } from '../workers/wiring/temporal-server.ts';
import type { Steward } from '../workers/wiring/wiring.ts';
import type { RecaptureResult } from '../workflows/contract/capture.ts';
import { workflowIds } from '../workflows/contract/names.ts';

/** The demo edits nothing, so one captured message is edited after it. */
async function changeCapturedMessage({ steward, discord, observer }: TerminalSession): Promise<void> {
  const captured = (await steward.storage.library.rawEntries()).at(-1);
  const messageId = captured?.messageIds.at(-1) ?? '';
  discord.edit(messageId, 'Set it with the option that the documentation names.');
  await observer.follow(messageId);
  const { workflow } = steward.client;
  const recapture = workflow.getHandle(workflowIds.recapture(messageId));
  const { workflowIds: captures } = (await recapture.result()) as RecaptureResult;
  for (const id of captures) await workflow.getHandle(id).result();
}

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = await mkdtemp(join(tmpdir(), 'steward-histories-'));
const progress = (line: string) => console.error(line);
const ports = { port: await freePort(), uiPort: await freePort() };
const { TEMPORAL_ADDRESS: _, ...env } = process.env;
const temporal = await reachTemporal({ env, dir, ...ports, uiUrl: null, progress });
try {
  const file = join(root, 'data/demo/script.jsonl');
  const script = parseScript({ text: await readFile(file, 'utf8'), fileName: file });
  const kb = join(root, 'node_modules/fastify/docs');
  const demo = terminalConfig({ kb, dataDir: join(dir, 'data'), taskQueue: 'steward' });

  const { channels } = configSchema.parse({
    discord: { channels: { patient: { channel_cooldown_seconds: 0, answer_after_seconds: 4 } } },
  }).discord;
  const config = {
    ...demo,
    discord: { ...demo.discord, channels: { ...demo.discord.channels, ...channels } },
    kb: { ...demo.kb, max_removals_per_capture: 0 },
  };
  const stage = createStage({ json: true, verbose: false });
  const { report } = stage;
  const session = await openTerminalSession({ config, temporal, env, fresh: false, progress, report });
  const { client } = session.steward;
  const approving = setInterval(() => {
    approveAll(client, config.temporal.task_queue).catch((error: unknown) => progress(String(error)));
  }, 1_000);
  try {
    await playDemo({ session, script, stage, json: true });
    await regenerateInOtherShapes(session.steward);
    await changeCapturedMessage(session);
    await changeAnsweredQuestion(session, await waitInReplies(session));
    const seen = new Set<string>();
    for await (const run of client.workflow.list()) {
      const history = await client.workflow.getHandle(run.workflowId, run.runId).fetchHistory();
      const waited = history.events?.some((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
      const outcome = waited ? 'approved' : String(run.searchAttributes['Outcome']?.[0] ?? 'ended');
      const slept =
        run.type === 'replyWorkflow' && history.events?.some((event) => event.timerStartedEventAttributes);
      const name = `${run.type.replace('Workflow', '')}${slept ? '-waited' : ''}-${outcome}`;
      if (seen.has(name)) continue;
      seen.add(name);
      await writeFile(join(root, 'test/histories', `${name}.json`), `${historyToJSON(history)}\n`);
    }
    progress(`Recorded ${[...seen].toSorted().join(', ')}`);
  } finally {
    clearInterval(approving);
    await session.close();
  }
} finally {
  await temporal.embedded?.stop();
  await rm(dir, { recursive: true, force: true });
}

/** A reply that waits for people and then answers, and one that a person answers meanwhile. */
async function waitInReplies({ steward, discord, observer }: TerminalSession): Promise<string> {
  const say = async (by: string, text: string, replyTo?: string) => {
    const { id } = discord.say({ by, text, in: 'patient', ...(replyTo && { replyTo }) });
    await observer.follow(id);
    return id;
  };
  const answered = await say('Mara', 'How do I set the port that the server listens on?');
  const left = await say('Noor', 'How do I change the log level of the logger?');
  await say('Pia', 'Have a look at the logger options.', left);
  for (const id of [answered, left]) {
    const handle = steward.client.workflow.getHandle(workflowIds.reply(id));
    while (!(await handle.describe().catch(() => null))) await setTimeout(500);
    await handle.result();
  }
  return answered;
}

/** An answer that is made again for an edited question, and taken back with the question. */
async function changeAnsweredQuestion(
  { steward: { client }, discord, observer }: TerminalSession,
  messageId: string,
): Promise<void> {
  discord.edit(messageId, 'How do I set the host that the server listens on?');
  await observer.follow(messageId);
  const editedAt = findMessage(discord.world, messageId)?.edited_timestamp ?? '';
  const revision = workflowIds.revise({ messageId, editedAt: Date.parse(editedAt) });
  await client.workflow.getHandle(revision).result();
  discord.remove(messageId);
  await observer.follow(messageId);
  await client.workflow.getHandle(workflowIds.removeReply(messageId)).result();
}

async function approveAll(client: Client, taskQueue: string): Promise<void> {
  for (const { workflowId } of await listCaptures({ client, taskQueue, statuses: ['waiting'] })) {
    await decideCapture({ client, workflowId, approve: true });
  }
}

/** A dry run, and one that was paused and goes on as new runs. */
async function regenerateInOtherShapes({ client }: Steward): Promise<void> {
  const target = { client, taskQueue: 'steward' };
  const dry = await startRegenerate({ ...target, input: { dryRun: true } });
  await waitForResult({ client, ...dry });
  const pace = { entriesPerStep: 1, stepsPerRun: 1 };
  const long = await startRegenerate({ ...target, input: { pace } });
  await orderRegenerations({ ...target, order: 'pause' });
  await orderRegenerations({ ...target, order: 'resume' });
  await waitForResult({ client, ...long });
}
