import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import {
  noCounts,
  noRefreshProgress,
  refreshProgressQuery,
  type RefreshCounts,
  type RefreshInput,
  type RefreshProgress,
  type RefreshResult,
} from '../contract/documents.ts';
import { defaultRefreshPace, timingsOf, type RefreshPace, type Timings } from '../contract/timings.ts';
import { shouldContinueAsNew, startChildOnce, startsOfRun } from '../run.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { describeRefresh } from './refresh-progress.ts';
import { describeSteps, discoverSteps, fetchSteps, modelSteps, storeSteps } from '../steps.ts';

const capturesPerRun = 100;
const sitesAtOnce = 4;

/**
 * Updates the documents' index in four phases (discover, fetch, describe, publish), then starts captures for raw entries that
 * none has settled. Answers use the published index meanwhile. The phases share their work through the store, so a step that
 * runs again continues where the last attempt stopped. Needs no input.
 */
export async function refreshWorkflow(input: RefreshInput = {}): Promise<RefreshResult> {
  const timings = timingsOf(input);
  const pace = { ...defaultRefreshPace, ...input.pace };
  const { firstExecutionRunId: firstRunId } = workflowInfo();
  const run = { firstRunId };
  const { publishIndex, findUnsettled, endRefresh } = storeSteps(timings);
  const { describeLeftOver } = modelSteps(timings);
  const progress = openProgress(input.carried?.counts ?? noCounts);
  const phase: Phase = {
    run,
    timings,
    pace,
    bounded: { ...run, milliseconds: pace.stepMilliseconds },
    progress,
  };
  let goesOn = false;
  try {
    let described: Awaited<ReturnType<typeof describe>> | Failure | null = null;
    if (!input.carried) {
      const { toFetch } = await discover(phase);
      if (toFetch > 0) described = await fetchDue(phase, toFetch);
    }
    described ??= await failureOr(describe(phase));
    goesOn = described === 'goes on';
    if (goesOn)
      await continueAsNew<typeof refreshWorkflow>({ ...input, carried: { counts: progress.counts() } });
    progress.show({ step: 'publish', left: 0 });
    const { sources, rejected } = await publishIndex(run);
    if (typeof described === 'object') throw described.error;
    await describeLeftOver();
    const qaIds = await findUnsettled({ limit: capturesPerRun });
    const capturesStarted = await startCaptures(qaIds, input.timings);
    progress.show({ step: 'published', done: sources, total: sources });
    return { ...progress.counts(), sources, rejected, capturesStarted };
  } finally {
    if (!goesOn) await CancellationScope.nonCancellable(() => endRefresh(run));
  }
}

interface Phase {
  readonly run: { readonly firstRunId: string };
  /** The input of steps that work until a time limit and return how much is left. */
  readonly bounded: Phase['run'] & { readonly milliseconds: number };
  readonly timings: Timings;
  readonly pace: RefreshPace;
  readonly progress: ReturnType<typeof openProgress>;
}

async function discover({ run, bounded, timings, progress: { add, show } }: Phase) {
  const { discoverFiles, discoverAddresses, discoverSite } = discoverSteps(timings);
  show({ step: 'discover' });
  let foundCount = 0;
  for (let remainingCount = 1; remainingCount > 0;) {
    const step = await discoverFiles(bounded);
    ({ left: remainingCount, found: foundCount } = step);
    add({ read: step.read, changed: step.changed, failed: step.failed });
    show({ done: foundCount - remainingCount, total: foundCount, left: remainingCount });
  }
  const addresses = await discoverAddresses(run);
  add({ failed: addresses.failed });
  // Several at once, so that a slow site does not hold up all others.
  const dueSites = addresses.dueSites.values();
  const discoverDue = async () => {
    for (const url of dueSites) add({ failed: (await discoverSite({ ...run, url })).failed });
  };
  await Promise.all(Array.from({ length: sitesAtOnce }, discoverDue));
  const { removed, ...tasks } = await storeSteps(timings).settleDiscovery(run);
  add({ removed });
  return tasks;
}

interface Failure {
  readonly error: unknown;
}

/** Catches a failure, so that a long outage of the model does not keep what was read out of the index. */
async function failureOr<Result>(work: Promise<Result>): Promise<Result | Failure> {
  try {
    return await work;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { error };
  }
}

/**
 * Describes and publishes what was read while slow pages are still being fetched, unless the model fails.
 */
async function fetchDue(phase: Phase, total: number): Promise<Failure | null> {
  const { run, bounded, timings, pace } = phase;
  const { add, show } = phase.progress;
  const { fetchPages } = fetchSteps(timings);
  let failure: Failure | null = null;
  let publishedAt = 0;
  show({ step: 'fetch', done: 0, total, left: total });
  for (let remainingCount = total, done = 0; remainingCount > 0;) {
    const step = await fetchPages(bounded);
    ({ left: remainingCount } = step);
    done += step.fetched;
    add({ fetched: step.fetched, changed: step.changed, failed: step.failed });
    show({ done, left: remainingCount });
    if (step.fetched === 0) break;
    if (remainingCount === 0 || failure) continue;
    const described = await failureOr(describeSome(phase));
    if ('error' in described) failure = described;
    if (Date.now() - publishedAt < pace.publishMilliseconds) continue;
    await storeSteps(timings).publishIndex(run);
    publishedAt = Date.now();
  }
  return failure;
}

async function describeSome({ bounded, timings, progress }: Phase) {
  const { described, failed, modelCalls, left } = await describeSteps(timings).describeSources(bounded);
  progress.add({ described, modelCalls, failed });
  return { done: described + failed, left };
}

/** Returns `goes on` when the history has become long enough to continue as new. */
async function describe(phase: Phase): Promise<'done' | 'goes on'> {
  const { run, timings, pace } = phase;
  const { show } = phase.progress;
  let publishedAt = Date.now();
  show({ step: 'describe', done: 0, total: 0, left: 0 });
  for (let done = 0, steps = 1; ; steps += 1) {
    const { left, ...step } = await describeSome(phase);
    done += step.done;
    show({ done, total: done + left, left });
    if (left === 0 || step.done === 0) return 'done';
    if (Date.now() - publishedAt >= pace.publishMilliseconds) {
      await storeSteps(timings).publishIndex(run);
      publishedAt = Date.now();
    }
    if (shouldContinueAsNew(steps, pace.stepsPerRun)) return 'goes on';
  }
}

async function startCaptures(qaIds: readonly QaId[], timings: RefreshInput['timings']): Promise<number> {
  const captures = qaIds.map((qaId) => startsOfRun().captureEntry({ qaId, timings }));
  const started = await Promise.all(captures.map((capture) => startChildOnce(capture)));
  return started.filter(Boolean).length;
}

/** Counts what the run has done, and shows its progress to the query and in the Temporal UI. */
function openProgress(carried: RefreshCounts) {
  let counts = carried;
  let progress: RefreshProgress = noRefreshProgress;
  setHandler(refreshProgressQuery, () => progress);
  return {
    counts: () => counts,
    add: (more: Partial<RefreshCounts>) => {
      for (const [name, count] of Object.entries(more))
        counts = { ...counts, [name]: counts[name as keyof RefreshCounts] + count };
    },
    show: (change: Partial<RefreshProgress>) => {
      progress = { ...progress, changed: counts.changed, failed: counts.failed, ...change };
      setCurrentDetails(describeRefresh(progress));
    },
  };
}
