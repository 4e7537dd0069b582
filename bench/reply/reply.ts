import pLimit from 'p-limit';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { countStatements } from '../../test/support/storage/count-statements.ts';
import { replyGraphs } from '../../domain/reply/reply-graph.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import { printResult, printRows, round, type BenchOptions } from '../bench-results.ts';
import {
  handleOf,
  overheadFigures,
  recordOf,
  withReplySteward,
  type OverheadFigures,
} from './reply-steward.ts';
import { measurePrompts, type PromptFigures } from './reply-prompts.ts';
import { historyFigures } from '../support/history-figures.ts';
import { cpuMilliseconds, type CpuMilliseconds } from './cpu-milliseconds.ts';
import { type QuestionKind } from './scripted-answerer.ts';

/**
 * What a reply costs beside its model: from replyWorkflow's start to its post, minus the time of its model calls, in
 * the set `standard`, one at a time and ten at once; processor time of Steward and of Temporal's server, commits and
 * statements, replies a second with ten at once; model calls and prompt tokens for each kind of message and each set;
 * the history's size. The knowledge base is Fastify's documentation.
 */
export async function run({ json, full }: BenchOptions): Promise<void> {
  await withReplySteward({}, async (bench) => {
    const { ask, question, overheads, provider, pid, steward } = bench;
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
    const overhead = overheadFigures(await overheads(alone), await overheads(together));
    // Counting costs time, so it begins after the measurement.
    provider.send('count');
    const kinds = await eachKind(async (...asked) => recordOf(steward, await ask(...asked)));
    const history = await historyOf(steward, alone.at(-1) ?? '');
    const small = await measurePrompts(40);
    const large = await measurePrompts(2_000);
    const result = {
      overhead_ms: overhead,
      cpu_ms: { worker: each(spent.worker), server: each(spent.server) },
      commits: each(commits),
      statements: each(statements.length),
      replies_per_second: round(sustained.length / seconds, 1),
      history_events: history.events,
      history_bytes: history.bytes,
      model_calls: mapKinds(kinds, ({ modelCalls }) => modelCalls.length),
      prompt_tokens: mapKinds(kinds, ({ modelCalls }) =>
        modelCalls.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      ),
      sequential_calls: large.sequential_calls,
      evidence_kept: large.evidence_kept,
      by_pages: { '40': small, '2000': large },
    };
    print(result, alone.length);
    if (json) printResult('reply', result);
  });
}

type Kinds = Readonly<Record<string, Readonly<Record<QuestionKind, ReplyRecord>>>>;

async function eachKind(ask: (kind: QuestionKind, graph: string) => Promise<ReplyRecord>): Promise<Kinds> {
  const sets: Record<string, Record<QuestionKind, ReplyRecord>> = {};
  for (const graph of Object.keys(replyGraphs)) {
    sets[graph] = {
      answered: await ask('answered', graph),
      skipped: await ask('skipped', graph),
      unanswerable: await ask('unanswerable', graph),
    };
  }
  return sets;
}

const mapKinds = (kinds: Kinds, of: (record: ReplyRecord) => number) =>
  Object.fromEntries(
    Object.entries(kinds).map(([graph, { answered, skipped, unanswerable }]) => [
      graph,
      { answered: of(answered), skipped: of(skipped), unanswerable: of(unanswerable) },
    ]),
  );

async function historyOf(steward: Steward, messageId: string) {
  const { runId, workflowId } = await handleOf(steward, messageId).describe();
  return historyFigures(steward.client, { workflowId, runId });
}

interface Result {
  readonly overhead_ms: OverheadFigures;
  readonly cpu_ms: CpuMilliseconds;
  readonly commits: number;
  readonly statements: number;
  readonly replies_per_second: number;
  readonly history_events: number;
  readonly history_bytes: number;
  readonly model_calls: ReturnType<typeof mapKinds>;
  readonly prompt_tokens: ReturnType<typeof mapKinds>;
  readonly by_pages: Readonly<Record<string, PromptFigures>>;
}

function print(
  { overhead_ms: ms, cpu_ms, model_calls, prompt_tokens, by_pages, ...result }: Result,
  count: number,
): void {
  const rows: (readonly [string, string | number])[] = [
    [`milliseconds beside the model, one at a time (median of ${count})`, ms.p50],
    ['  95th percentile', ms.p95],
    [`milliseconds beside the model, ten at once (median of ${count})`, ms.p50_ten],
    ['  95th percentile', ms.p95_ten],
    ["milliseconds of processor time a reply, Steward's", cpu_ms.worker],
    ["  Temporal's server", cpu_ms.server],
    ['commits a reply', result.commits],
    ['statements a reply', result.statements],
    ['replies a second, ten at once', result.replies_per_second],
    ['events of a history', result.history_events],
    ['bytes of a history', result.history_bytes],
  ];
  for (const [graph, calls] of Object.entries(model_calls)) {
    for (const [kind, number] of Object.entries(calls)) {
      const tokens = prompt_tokens[graph]?.[kind as QuestionKind] ?? 0;
      rows.push([`${graph}, ${kind}: model calls, prompt tokens`, `${number}, ${tokens}`]);
    }
  }
  for (const [pages, figures] of Object.entries(by_pages)) {
    const { first, follow_up } = figures.sequential_calls;
    rows.push(
      [`${pages} pages: prompt tokens of an answer (mean of ${figures.questions})`, figures.prompt_tokens],
      ['  calls one after the other, and in a follow-up', `${first}, ${follow_up}`],
      ['  known sections that both prompts contain', figures.evidence_kept],
    );
  }
  printRows(rows);
}
