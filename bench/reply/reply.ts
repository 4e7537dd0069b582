import pLimit from 'p-limit';
import { countStatements } from '../../test/support/storage/count-statements.ts';
import { printResult, printRows, round, type BenchOptions } from '../bench-results.ts';
import { historyFigures } from '../support/history-figures.ts';
import { cpuMilliseconds } from './cpu-milliseconds.ts';
import { handleOf, overheadFigures, withReplySteward } from './reply-steward.ts';

/**
 * What a reply costs beside its model: from replyWorkflow's start to its post, minus the time of its model calls, in
 * the set `standard`, one at a time and ten at once; processor time of Steward and of Temporal's server, commits and
 * statements, replies a second with ten at once; the history's size. The knowledge base is Fastify's documentation.
 */
export async function run({ json, full }: BenchOptions): Promise<void> {
  await withReplySteward({}, async ({ question, overheads, pid, steward }) => {
    for (let warm = 0; warm < 5; warm += 1) await question();
    const [alone, together]: [string[], string[]] = [[], []];
    const counted = countStatements();
    const cpu = cpuMilliseconds(pid);
    for (let round = 0; round < (full ? 20 : 5); round += 1) {
      for (let one = 0; one < 10; one += 1) alone.push(await question());
      together.push(...(await Promise.all(Array.from({ length: 10 }, question))));
    }
    const began = performance.now();
    const tenAtOnce = pLimit(10);
    const sustained = await Promise.all(Array.from({ length: full ? 400 : 100 }, () => tenAtOnce(question)));
    const seconds = (performance.now() - began) / 1000;
    const spent = cpu();
    const replies = alone.length + together.length + sustained.length;
    const each = (number: number): number => round(number / replies, 1);
    const { commits, statements } = counted.stop();
    const { runId, workflowId } = await handleOf(steward, alone.at(-1) ?? '').describe();
    const history = await historyFigures(steward.client, { workflowId, runId });
    const overhead_ms = overheadFigures(await overheads(alone), await overheads(together));
    const result = {
      overhead_ms,
      cpu_ms: { worker: each(spent.worker), server: each(spent.server) },
      commits: each(commits),
      statements: each(statements.length),
      replies_per_second: round(sustained.length / seconds, 1),
      history_events: history.events,
      history_bytes: history.bytes,
    };
    printRows([
      [`milliseconds beside the model, one at a time (median of ${alone.length})`, overhead_ms.p50],
      ['  95th percentile', overhead_ms.p95],
      [`milliseconds beside the model, ten at once (median of ${together.length})`, overhead_ms.p50_ten],
      ['  95th percentile', overhead_ms.p95_ten],
      ["milliseconds of processor time a reply, Steward's", result.cpu_ms.worker],
      ["  Temporal's server", result.cpu_ms.server],
      ['commits a reply', result.commits],
      ['statements a reply', result.statements],
      ['replies a second, ten at once', result.replies_per_second],
      ['events of a history', result.history_events],
      ['bytes of a history', result.history_bytes],
    ]);
    if (json) printResult('reply', result);
  });
}
