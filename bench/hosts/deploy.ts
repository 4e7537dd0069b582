import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { findTemporalBinary } from '../../adapters/temporal/server/find-server.ts';
import { approveRemovals } from '../../adapters/temporal/runs/approve-removals.ts';
import { startRegenerate } from '../../adapters/temporal/runs/regenerations.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import {
  makeRelease,
  patchingRelease,
  readingRelease,
  type Edit,
} from '../../test/support/processes/release.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openStore } from '../../workers/wiring/open-adapters.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import type { CaptureResult, RegenerateResult } from '../../workflows/contract/team.ts';
import { countEnds } from '../support/answer-states.ts';
import { printResult, quantiles, round, type BenchOptions } from '../bench-results.ts';
import { answering, manyChannels, withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';
import { appendNumbers, onShelves } from '../library/scripted-librarian.ts';

const questionCount = 200;
const idleCount = 60;
const pairCount = 1_000;
/** Live before the others are appended. Each shelf has more of them than a capture may remove without approval. */
const livePairs = 500;
const topicCount = 50;
const channelCount = 20;
const betweenMilliseconds = 400;
/** The question at which the new version is promoted. */
const promotedAt = 20;
/** From the promotion to the rollback. */
const promotedMilliseconds = 15_000;
const patienceMilliseconds = 120_000;
/** Members who keep writing, so that their windows stay open, and the pause between their messages. */
const talkers = 4;
const talkMilliseconds = 600;

/**
 * Two releases that change four workflows: the first reads a patch, the second makes it. Questions come in and a
 * library is rebuilt while the second is promoted and rolled back, over windows that stay open, a capture that waits
 * for a yes, and runs that have made the patch.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const options = {
    channels: manyChannels(channelCount),
    waitSeconds: 1,
    maxWaitSeconds: 300,
    script: removing,
  };
  const result = await withDiscordBench(options, measure);
  for (const [name, value] of Object.entries(result)) console.log(`${name.padEnd(20)} ${value}`);
  if (json) printResult('deploy', result);
  if (result.lost + result.doubled > 0) process.exitCode = 1;
}

const shelves = onShelves(topicCount, answering('Set the port to 8080.'));

/** One answer of the team empties its shelf. */
const removing: Script = (call) => {
  if (call.decision !== 'IntegrationResult' || !call.text('pair').includes('The shelf is gone.'))
    return shelves(call);
  const ids = [...call.text('topic').matchAll(/^id: (qa_\S+)/gmu)].map(([, id]) => id ?? '');
  return { skip: false, remove_ids: ids };
};

async function measure(bench: DiscordBench) {
  const env = { STEWARD__TEMPORAL__DEPLOYMENT: 'rolling' };
  const first = await release(bench, 'first', readingRelease);
  const second = await release(bench, 'second', patchingRelease);
  await bench.worker('first', 'all', { release: first, env });
  await bench.indexDocuments();
  const storage = await openStore(bench.config, { log: createLogger({ level: 'silent', file: null }) });
  const client = await bench.temporal.connect();
  progress(`Building a library of ${livePairs} pairs, and an archive of ${pairCount}`);
  await appendNumbers(storage, { count: livePairs });
  await rebuild(client, bench);
  // Its first refresh looks for entries that nothing has settled.
  await bench.worker('second', 'reply,library', { release: second, env });
  await appendNumbers(storage, { from: livePairs, count: pairCount - livePairs });
  progress(`Asking ${idleCount} questions at rest`);
  const idle = await ask(bench, { name: 'Anna', count: idleCount });
  const waiting = await teach(client, bench);

  progress(`Asking ${questionCount} questions beside a rebuild of all pairs, a promotion and a rollback`);
  const seconds = { promote: 0, rollback: 0 };
  const isOver = new AbortController();
  const talked: Promise<readonly string[]>[] = [talk(bench, 'Carla', isOver.signal)];
  const changes = async () => {
    const [newest = '', former = ''] = await versionsOf(client, bench.config.temporal.task_queue);
    seconds.promote = await makeCurrent(bench, newest);
    talked.push(talk(bench, 'Dora', isOver.signal));
    await sleep(promotedMilliseconds);
    seconds.rollback = await makeCurrent(bench, former);
    isOver.abort();
  };
  const changed = Promise.withResolvers<void>();
  const rebuilds = async () => {
    while (!isOver.signal.aborted) await rebuild(client, bench);
  };
  const others = Promise.all([rebuilds(), changed.promise]);
  // It is awaited below. An earlier failure must not end the process.
  others.catch(() => isOver.abort());
  const onQuestion = (at: number) => {
    if (at === promotedAt) changes().then(changed.resolve, changed.reject);
  };
  const { questions, p95 } = await ask(bench, { name: 'Ben', count: questionCount, onQuestion });
  await others;
  await approve(client, waiting);
  const said = { questions: [...questions, ...(await Promise.all(talked)).flat()], taught: [waiting.id] };
  const { asked, lost, doubled, half, ...captures } = await countEnds({
    discord: bench.discord,
    storage,
    said,
  });
  progress(`Both versions have worked on ${await countAcross(client, bench)} of the runs that ended`);
  await client.connection.close();
  await storage.close();
  return {
    asked,
    lost: lost + half + captures.captures_lost,
    doubled: doubled + captures.captures_doubled,
    p95_ratio: round(p95 / idle.p95, 2),
    rollback_seconds: seconds.rollback,
    promote_seconds: seconds.promote,
    p95_ms: p95,
    idle_p95_ms: idle.p95,
  };
}

/** Rebuilds the library from all pairs, and waits until it is published. */
async function rebuild(client: Client, { config }: DiscordBench): Promise<void> {
  const run = await startRegenerate({ client, taskQueue: config.temporal.task_queue });
  const { outcome, entries } = await waitForResult<RegenerateResult>({ client, ...run });
  if (outcome !== 'published') throw new Error(`the rebuild: ${outcome}, ${entries} entries`);
  progress(`Rebuilt ${entries} entries`);
}

/** Ended runs that both versions have worked on. */
async function countAcross(client: Client, { config: { temporal } }: DiscordBench): Promise<number> {
  const query = (await versionsOf(client, temporal.task_queue))
    .map((buildId) => `TemporalUsedWorkerDeploymentVersions = '${temporal.task_queue}:${buildId}'`)
    .join(' AND ');
  return (await client.workflow.count(query)).count;
}

/** Starts a capture that waits for approval, because it would empty a topic. */
async function teach(client: Client, { discord, channels, config }: DiscordBench) {
  const place = channels[0] ?? '';
  const { id: replyTo } = discord.say({ by: 'Pupil', text: 'Where is number 7 now?', in: place });
  const { id } = discord.say({ by: 'Maya', text: 'The shelf is gone.', in: place, team: true, replyTo });
  const workflowId = workflowIds(config.temporal.task_queue).capture(id);
  const outcome = async () => {
    const found = await client.workflow
      .getHandle(workflowId)
      .describe()
      .catch(() => null);
    return found?.searchAttributes['Outcome']?.[0];
  };
  const end = performance.now() + patienceMilliseconds;
  while ((await outcome()) !== 'waiting') {
    if (performance.now() > end) throw new Error(`the capture that should wait: ${String(await outcome())}`);
    await sleep(200);
  }
  return { id, workflowId };
}

async function approve(client: Client, { workflowId }: { readonly workflowId: string }): Promise<void> {
  await approveRemovals({ client, workflowId, approve: true });
  const { outcome } = await waitForResult<CaptureResult>({ client, workflowId });
  if (outcome !== 'integrated') throw new Error(`the capture that waited: ${outcome}`);
}

/** Keeps members' windows open until it is over. Returns the last message of each, which is answered. */
async function talk(
  { discord, channels }: DiscordBench,
  name: string,
  isOver: AbortSignal,
): Promise<readonly string[]> {
  let last: readonly string[] = [];
  for (let round = 0; !isOver.aborted || round === 0; round += 1) {
    const texts = Array.from({ length: talkers }, (_, at) => `How do I set the port ${at}, part ${round}?`);
    last = texts.map((text, at) => discord.say({ by: `${name} ${at}`, text, in: channels[at] ?? '' }).id);
    await sleep(talkMilliseconds);
  }
  return last;
}

const progress = (line: string) => void process.stderr.write(`${line}\n`);

async function release({ dir }: DiscordBench, name: string, edits: readonly Edit[]): Promise<string> {
  const folder = join(dir, `release-${name}`);
  await mkdir(folder);
  await makeRelease({ dir: folder, edits });
  return folder;
}

/** From a member's message to the posted answer, the quiet window included. */
async function ask(
  { discord, channels }: DiscordBench,
  {
    name,
    count,
    onQuestion = () => {},
  }: { readonly name: string; readonly count: number; readonly onQuestion?: (at: number) => void },
) {
  const questions: string[] = [];
  const waits: Promise<number>[] = [];
  const answered = async (id: string): Promise<number> => {
    const said = performance.now();
    const waited = () => performance.now() - said;
    while (discord.postsIn(id).length === 0 && waited() < patienceMilliseconds) await sleep(20);
    return waited();
  };
  for (let at = 0; at < count; at += 1) {
    onQuestion(at);
    const text = `How do I set the port number ${at}?`;
    const { id } = discord.say({ by: `${name} ${at}`, text, in: channels[at % channels.length] ?? '' });
    questions.push(id);
    waits.push(answered(id));
    await sleep(betweenMilliseconds);
  }
  return { questions, ...quantiles(await Promise.all(waits)) };
}

/** Makes the version of a release the current one, as an operator does, and returns the seconds. */
async function makeCurrent({ temporal, config }: DiscordBench, buildId: string): Promise<number> {
  const began = performance.now();
  const { env } = process;
  const cli = await findTemporalBinary({ env, cacheDir: stewardCacheDir(env), progress });
  const args = ['worker', 'deployment', 'set-current-version', '--yes', '--build-id', buildId];
  const where = ['--deployment-name', config.temporal.task_queue, '--address', `127.0.0.1:${temporal.port}`];
  const child = spawn(cli, [...args, ...where], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`set-current-version ended with ${String(code)}`);
  const seconds = round((performance.now() - began) / 1000, 1);
  progress(`${buildId} is current: ${seconds} s`);
  return seconds;
}

/** The build ids of the releases, the newest first. */
async function versionsOf(client: Client, taskQueue: string): Promise<readonly string[]> {
  const { namespace } = client.options;
  const { workerDeploymentInfo: info } = await client.workflowService.describeWorkerDeployment({
    namespace,
    deploymentName: taskQueue,
  });
  return (info?.versionSummaries ?? [])
    .toSorted((a, b) => Number(b.createTime?.seconds ?? 0) - Number(a.createTime?.seconds ?? 0))
    .map(({ deploymentVersion }) => deploymentVersion?.buildId ?? '');
}
