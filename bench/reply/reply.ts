import pLimit from 'p-limit';
import { report, round, type BenchOptions } from '../bench-results.ts';
import { historyFigures } from '../support/history-figures.ts';
import { cpuMilliseconds } from './cpu-milliseconds.ts';
import { askTwenty, handleOf, noQuestions, openReplySteward, overheadFigures } from './reply-steward.ts';

/**
 * What a reply costs beside its model: from replyWorkflow's start to its post, minus the time of its model calls, in
 * the set `standard`, one at a time and ten at once; processor time of Steward and of Temporal's server, replies a second
 * with ten at once; the history's size. The knowledge base is Fastify's documentation.
 */
export async function run({ full, ...options }: BenchOptions): Promise<void> {
  await using bench = await openReplySteward({});
  const { question, pid, steward } = bench;
  for (let warm = 0; warm < 5; warm += 1) await question();
  const asked = noQuestions();
  const cpu = cpuMilliseconds(pid);
  for (let round = 0; round < (full ? 20 : 5); round += 1) await askTwenty(bench, asked);
  const began = performance.now();
  const tenAtOnce = pLimit(10);
  const sustained = await Promise.all(Array.from({ length: full ? 400 : 100 }, () => tenAtOnce(question)));
  const seconds = (performance.now() - began) / 1000;
  const spent = cpu();
  const replies = asked.alone.length + asked.together.length + sustained.length;
  const { runId, workflowId } = await handleOf(steward, asked.alone.at(-1) ?? '').describe();
  const history = await historyFigures(steward.client, { workflowId, runId });
  const result = {
    overhead_ms: await overheadFigures(bench, asked),
    cpu_ms: { worker: round(spent.worker / replies, 1), server: round(spent.server / replies, 1) },
    replies_per_second: round(sustained.length / seconds, 1),
    history_events: history.events,
    history_bytes: history.bytes,
  };
  report('reply', result, options);
}
