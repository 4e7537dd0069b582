import {
  CancellationScope,
  CancelledFailure,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { addUsage } from '../../domain/operations/model-usage.ts';
import {
  pauseRegeneration,
  resumeRegeneration,
  type RegenerateInput,
  type RegenerateResult,
  type RegenerationProgress,
  regenerationProgressQuery,
} from '../contract/protocol.ts';
import { searchAttributes } from '../contract/names.ts';
import { timingsOf } from '../contract/timings.ts';
import { readRegenerateInput } from './regenerate-input.ts';
import { describeProgress, noProgress } from './regeneration-progress.ts';
import { modelSteps, storeSteps } from '../steps.ts';

/**
 * Builds a new generation of the library from the deduplicated raw archive, oldest entry first, and publishes it in one
 * step. Until then answers come from the live one; a failure or a cancel drops what was built. A long one goes on as a
 * new run of the same id. Needs no input.
 */
export async function regenerateWorkflow(given: RegenerateInput = {}): Promise<RegenerateResult> {
  const { dryRun, pace, carried, ...input } = readRegenerateInput(given);
  const timings = timingsOf(input);
  const { beginRegeneration, publishGeneration, compareGeneration, endRegeneration } = storeSteps(timings);
  const { regenerateEntries, describeTopics } = modelSteps(timings);
  const { firstExecutionRunId: firstRunId } = workflowInfo();

  let progress: RegenerationProgress = carried?.progress ?? noProgress;
  const show = (change: Partial<RegenerationProgress>) => {
    progress = { ...progress, ...change };
    setCurrentDetails(describeProgress(progress));
  };
  setHandler(regenerationProgressQuery, () => progress, { description: 'How far the rebuild is.' });
  setHandler(pauseRegeneration, () => show({ paused: true }), {
    description: 'No step begins until `resume`; the one that runs ends first.',
  });
  setHandler(resumeRegeneration, () => show({ paused: false }), { description: 'Goes on after `pause`.' });
  const unpaused = () => condition(() => !progress.paused);

  let generation = carried?.generation ?? null;
  let worked = carried?.worked ?? { milliseconds: 0, entries: 0 };
  let steps = 0;
  let goesOn = false;

  /** Settles what waits. May end this run, and go on as a new one that settles the rest. */
  const settleEntries = async (run: { readonly generation: number; readonly firstRunId: string }) => {
    for (let left = 1; left > 0; steps += 1) {
      await unpaused();
      if (steps >= pace.stepsPerRun || workflowInfo().continueAsNewSuggested) {
        // A cancel that came with the last step would be lost with this run.
        if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('Cancelled');
        goesOn = true;
        const next = { generation: run.generation, progress, worked };
        return continueAsNew<typeof regenerateWorkflow>({ ...given, carried: next });
      }
      const began = Date.now();
      const step = await regenerateEntries({
        ...run,
        limit: pace.entriesPerStep,
        milliseconds: pace.stepMilliseconds,
      });
      ({ left } = step);
      worked = {
        milliseconds: worked.milliseconds + Date.now() - began,
        entries: worked.entries + step.done,
      };
      const millisecondsLeft = worked.entries > 0 ? (worked.milliseconds / worked.entries) * left : null;
      const counts = {
        done: step.settled,
        total: step.settled + left,
        topics: step.topics,
        millisecondsLeft,
      };
      const removalsWithheld = progress.removalsWithheld + step.withheld;
      show({ step: 'entries', ...counts, removalsWithheld, ...addUsage(progress, step) });
    }
  };

  try {
    if (generation === null) {
      show({ step: 'begin' });
      const begun = await beginRegeneration({ firstRunId });
      generation = begun.generation;
      show({ step: 'entries', done: begun.settled, total: begun.settled + begun.left });
    }
    const run = { generation, firstRunId };
    for (;;) {
      await settleEntries(run);
      await unpaused();
      if (dryRun) {
        const { changes, ...counts } = await compareGeneration(run);
        show({ step: 'compared' });
        return { ...end('compared', counts), changes };
      }
      show({ step: 'descriptions' });
      show(addUsage(progress, await describeTopics(run)));
      await unpaused();
      const { published, left: _, ...counts } = await publishGeneration(run);
      if (!published) continue;
      show({ step: 'published' });
      return end('published', counts);
    }
  } finally {
    if (!goesOn) await CancellationScope.nonCancellable(() => endRegeneration({ generation, firstRunId }));
  }

  function end(
    outcome: 'published' | 'compared',
    counts: Pick<RegenerateResult, 'integrated' | 'skipped' | 'superseded' | 'topics'>,
  ): RegenerateResult {
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
    return {
      generation: generation ?? 0,
      entries: counts.integrated + counts.skipped + counts.superseded,
      ...counts,
      modelCalls: progress.modelCalls,
      costUsd: progress.costUsd,
      removalsWithheld: progress.removalsWithheld,
    };
  }
}
