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
} from '../contract/team.ts';
import { searchAttributes } from '../contract/names.ts';
import { timingsOf } from '../contract/timings.ts';
import { openConsent } from './ask-consent.ts';
import type { PublishResult } from '../../activities/team/regeneration.ts';
import { readRegenerateInput } from './regenerate-input.ts';
import { describeProgress, noProgress } from './regeneration-progress.ts';
import { modelSteps, storeSteps } from '../steps.ts';

/**
 * Builds a new generation of the library from the deduplicated raw archive, oldest entry first, and publishes it in one
 * step. Until then answers come from the live one; a failure or a cancel drops what was built. One that would remove more
 * pairs than it may waits for a yes or no. A long one goes on as a
 * new run of the same id. Needs no input.
 */
export async function regenerateWorkflow(given: RegenerateInput = {}): Promise<RegenerateResult> {
  const { dryRun, pace, carried, ...input } = readRegenerateInput(given);
  const timings = timingsOf(input);
  const { beginRegeneration, publishGeneration, compareGeneration, endRegeneration } = storeSteps(timings);
  const { regenerateEntries, describeTopics } = modelSteps(timings);
  const { firstExecutionRunId: firstRunId } = workflowInfo();

  const { progress, show, unpaused } = openProgress(carried?.progress);
  const askConsent = openConsent('This regeneration');
  let approved = false;
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
        const next = { generation: run.generation, progress: progress(), worked };
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
      const removalsWithheld = progress().removalsWithheld + step.withheld;
      const { failed: failedEntries = [] } = step;
      show({ step: 'entries', ...counts, removalsWithheld, failedEntries, ...addUsage(progress(), step) });
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
        const { changes, waits, ...counts } = await compareGeneration(run);
        show({ step: 'compared' });
        return { ...end('compared', counts), changes, needsApproval: waits !== null };
      }
      show({ step: 'descriptions' });
      show(addUsage(progress(), await describeTopics(run)));
      await unpaused();
      const { published, left: _, waits, ...counts } = await publishGeneration({ ...run, approved });
      if (waits) {
        show({ step: 'waiting' });
        approved = await askConsent({ removals: waits.removals, sentence: waitingSentence(waits) });
        if (!approved) return end('rejected', counts);
      }
      if (!published) continue;
      show({ step: 'published' });
      return end('published', counts);
    }
  } finally {
    if (!goesOn) await CancellationScope.nonCancellable(() => endRegeneration({ generation, firstRunId }));
  }

  function end(
    outcome: RegenerateResult['outcome'],
    counts: Pick<
      RegenerateResult,
      'integrated' | 'skipped' | 'superseded' | 'failed' | 'failedEntries' | 'topics'
    >,
  ): RegenerateResult {
    const { modelCalls, costUsd, removalsWithheld } = progress();
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
    return {
      outcome,
      generation: generation ?? 0,
      entries: counts.integrated + counts.skipped + counts.superseded + counts.failed,
      ...counts,
      modelCalls,
      costUsd,
      removalsWithheld,
    };
  }
}

/** What the run shows of itself, and the signals that pause it and let it go on. */
function openProgress(former: RegenerationProgress | undefined) {
  // What an earlier version handed over lacks what has come since.
  let progress: RegenerationProgress = { ...noProgress, ...former };
  const show = (change: Partial<RegenerationProgress>) => {
    progress = { ...progress, ...change };
    setCurrentDetails(describeProgress(progress));
  };
  setHandler(regenerationProgressQuery, () => progress, { description: 'How far the rebuild is.' });
  setHandler(pauseRegeneration, () => show({ paused: true }), {
    description: 'No step begins until `resume`; the one that runs ends first.',
  });
  setHandler(resumeRegeneration, () => show({ paused: false }), { description: 'Goes on after `pause`.' });
  return { progress: () => progress, show, unpaused: () => condition(() => !progress.paused) };
}

const waitingSentence = ({ count, notArchived }: NonNullable<PublishResult['waits']>): string =>
  notArchived > 0
    ? `The archive has lost ${notArchived} of the live pairs: it is empty, or shorter than it was.`
    : `The rebuilt library lacks ${count} of the live pairs, more than \`kb.max_removals_per_regeneration\` allows.`;
