import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import {
  refreshProgressQuery,
  type RefreshCounts,
  type RefreshInput,
  type RefreshProgress,
  type RefreshResult,
} from '../contract/documents.ts';
import { defaultRefreshPace, timingsOf } from '../contract/timings.ts';
import { startChildOnce, startsOfRun } from '../start-child.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { describeRefresh, noRefreshProgress } from './refresh-progress.ts';
import { describeSteps, discoverSteps, fetchSteps, modelSteps, storeSteps } from '../steps.ts';

const capturesPerRun = 100;

const noCounts: RefreshCounts = {
  sources: 0,
  read: 0,
  fetched: 0,
  changed: 0,
  described: 0,
  modelCalls: 0,
  removed: 0,
  rejected: 0,
  failed: 0,
};

/**
 * Brings the documents' index up to date in four phases (discover, fetch, describe, publish), and starts a capture for raw
 * entries that none has taken up. Answers come from the published index meanwhile. What passes between the phases stands in
 * the store, so a step that runs again goes on where the last one was. Needs no input.
 */
export async function refreshWorkflow(input: RefreshInput = {}): Promise<RefreshResult> {
  const timings = timingsOf(input);
  const pace = { ...defaultRefreshPace, ...input.pace };
  const { firstExecutionRunId: firstRunId } = workflowInfo();
  const run = { firstRunId };
  const bounded = { firstRunId, milliseconds: pace.stepMilliseconds };
  const { settleDiscovery, publishIndex, findUnsettled, endRefresh } = storeSteps(timings);
  const { discoverFiles, discoverAddresses, discoverSite } = discoverSteps(timings);
  const { fetchPages } = fetchSteps(timings);
  const { describeSources } = describeSteps(timings);
  const { describeLeftOver } = modelSteps(timings);

  let counts: RefreshCounts = input.carried?.counts ?? noCounts;
  let goesOn = false;
  const show = openProgress();
  const add = (more: Partial<RefreshCounts>) => {
    counts = { ...counts, ...sums(counts, more) };
  };

  const discover = async () => {
    show({ step: 'discover' });
    let found = 0;
    for (let left = 1; left > 0;) {
      const step = await discoverFiles(bounded);
      ({ left, found } = step);
      add({ read: step.read, changed: step.changed, failed: step.failed });
      show({ done: found - left, total: found, changed: counts.changed, failed: counts.failed, left });
    }
    const addresses = await discoverAddresses(run);
    add({ failed: addresses.failed });
    for (const at of addresses.dueSites) add({ failed: (await discoverSite({ ...run, at })).failed });
    const { removed, ...tasks } = await settleDiscovery(run);
    add({ removed });
    return tasks;
  };

  const fetch = async (total: number) => {
    show({ step: 'fetch', done: 0, total, left: total });
    for (let left = total, done = 0; left > 0;) {
      const step = await fetchPages(bounded);
      ({ left } = step);
      done += step.fetched;
      add({ fetched: step.fetched, changed: step.changed, failed: step.failed });
      show({ done, changed: counts.changed, failed: counts.failed, left });
      if (step.fetched === 0) break;
    }
  };

  /** May end this run, and go on as a new one that describes the rest. */
  const describe = async () => {
    let publishedAt = Date.now();
    show({ step: 'describe', done: 0, total: 0, left: 0 });
    for (let left = 1, done = 0, steps = 1; left > 0; steps += 1) {
      const step = await describeSources(bounded);
      ({ left } = step);
      done += step.described + step.failed;
      add({ described: step.described, modelCalls: step.modelCalls, failed: step.failed });
      show({ done, total: done + left, failed: counts.failed, left });
      if (left === 0 || step.described + step.failed === 0) return;
      if (Date.now() - publishedAt >= pace.publishMilliseconds) {
        await publishIndex(run);
        publishedAt = Date.now();
      }
      if (steps >= pace.stepsPerRun || workflowInfo().continueAsNewSuggested) {
        goesOn = true;
        await continueAsNew<typeof refreshWorkflow>({ ...input, carried: { counts } });
      }
    }
  };

  try {
    if (!input.carried) {
      const { toFetch } = await discover();
      if (toFetch > 0) await fetch(toFetch);
    }
    // A model that is away for long must not keep what was found and read out of the index.
    const failure = await describe().then(
      () => null,
      (error: unknown) => {
        if (goesOn || isCancellation(error)) throw error;
        return { error };
      },
    );
    show({ step: 'publish', left: 0 });
    const { sources, rejected } = await publishIndex(run);
    counts = { ...counts, sources, rejected };
    if (failure) throw failure.error;
    await describeLeftOver();
    const capturesStarted = await startCaptures(await findUnsettled({ limit: capturesPerRun }));
    show({ step: 'published', done: sources, total: sources });
    return { ...counts, capturesStarted };
  } finally {
    if (!goesOn) await CancellationScope.nonCancellable(() => endRefresh(run));
  }

  async function startCaptures(qaIds: readonly QaId[]): Promise<number> {
    const captures = qaIds.map((qaId) => startsOfRun().captureEntry({ qaId, timings: input.timings }));
    const started = await Promise.all(captures.map((capture) => startChildOnce(capture)));
    return started.filter(Boolean).length;
  }
}

/** Shows what the run does, to the query and in the Temporal UI. */
function openProgress(): (change: Partial<RefreshProgress>) => void {
  let progress: RefreshProgress = noRefreshProgress;
  setHandler(refreshProgressQuery, () => progress);
  return (change) => {
    progress = { ...progress, ...change };
    setCurrentDetails(describeRefresh(progress));
  };
}

const sums = (counts: RefreshCounts, more: Partial<RefreshCounts>): Partial<RefreshCounts> =>
  Object.fromEntries(
    Object.entries(more).map(([name, count]) => [name, counts[name as keyof RefreshCounts] + count]),
  );
