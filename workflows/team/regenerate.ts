import {
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { RegenerationCounts } from '../../domain/team/regeneration-counts.ts';
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
import {
  defaultRegenerationPace,
  timingsOf,
  type RegenerationPace,
  type Timings,
} from '../contract/timings.ts';
import { openApproval } from './open-approval.ts';
import type { PublishInput, PublishResult } from '../../activities/team/regeneration.ts';
import { describeProgress, noProgress } from './regeneration-progress.ts';
import { shouldContinueAsNew } from '../run.ts';
import { modelSteps, storeSteps } from '../steps.ts';

/**
 * Builds a new generation of the library from the deduplicated raw archive, oldest entry first, and publishes it in one step.
 * Until then answers use the live one; a failure or cancellation discards the new one. Waits for approval when it would remove
 * more pairs than it may. Continues as new when its history grows long. Needs no input.
 */
export async function regenerateWorkflow(typed: RegenerateInput | null = {}): Promise<RegenerateResult> {
  const input = typed ?? {};
  refuseUnknown(input);
  const { carried } = input;
  const pace = { ...defaultRegenerationPace, ...input.pace };
  const timings = timingsOf(input);
  const { beginRegeneration, publishGeneration, endRegeneration } = storeSteps(timings);
  const { describeTopics } = modelSteps(timings);
  const { firstExecutionRunId: firstRunId } = workflowInfo();

  const progressView = openProgress(carried?.progress);
  const { progress, show, unpaused } = progressView;
  const askApproval = openApproval('This regeneration');
  const work = { steps: 0 };
  let approvedRemovals: PublishResult['waits'] = carried?.approvedRemovals ?? null;
  let generation = carried?.generation ?? null;
  let goesOn = false;

  try {
    if (generation === null) {
      show({ step: 'begin' });
      const begun = await beginRegeneration({ firstRunId });
      generation = begun.generation;
      show({ step: 'entries', done: begun.settled, total: begun.settled + begun.left });
    }
    const run = { generation, firstRunId };
    for (;;) {
      goesOn = (await settleEntries({ run, timings, pace, work, ...progressView })) === 'goes on';
      if (goesOn) {
        const next = { generation, progress: progress(), approvedRemovals };
        return await continueAsNew<typeof regenerateWorkflow>({ ...input, carried: next });
      }
      await unpaused();
      show({ step: 'descriptions' });
      show(addUsage(progress(), await describeTopics(run)));
      await unpaused();
      const wanted: PublishInput = { ...run, approvedRemovals };
      const { published, left: _, waits, ...counts } = await publishGeneration(wanted);
      if (waits) {
        show({ step: 'waiting' });
        const question = { removals: waits.removals, sentence: waitingSentence(waits) };
        if (!(await askApproval(question))) return end('rejected', { generation, ...counts }, progress());
        approvedRemovals = waits;
      }
      if (!published) continue;
      show({ step: 'published' });
      return end('published', { generation, ...counts }, progress());
    }
  } finally {
    if (!goesOn) await CancellationScope.nonCancellable(() => endRegeneration({ generation, firstRunId }));
  }
}

const inputKeys: readonly string[] = ['timings', 'pace', 'carried'];

/** A person may type the input in the Temporal UI. What they hope that it does would be ignored, so it fails the run. */
function refuseUnknown(input: RegenerateInput): void {
  if (Object.keys(input).every((key) => inputKeys.includes(key))) return;
  throw ApplicationFailure.nonRetryable(
    'The input of a regeneration is nothing or {}. Nothing was changed; start it again',
    'input_invalid',
  );
}

/** Settles the entries that wait. Returns `goes on` when the history has become long enough to continue as new. */
async function settleEntries({
  run,
  timings,
  pace,
  work,
  progress,
  show,
  unpaused,
}: {
  readonly run: { readonly generation: number; readonly firstRunId: string };
  readonly timings: Timings;
  readonly pace: RegenerationPace;
  /** The steps of this run, which counts them up. */
  readonly work: { steps: number };
} & ReturnType<typeof openProgress>): Promise<'done' | 'goes on'> {
  for (let remainingCount = 1; remainingCount > 0; work.steps += 1) {
    await unpaused();
    if (shouldContinueAsNew(work.steps, pace.stepsPerRun)) return 'goes on';
    const limits = { limit: pace.entriesPerStep, milliseconds: pace.stepMilliseconds };
    const step = await modelSteps(timings).regenerateEntries({ ...run, ...limits });
    ({ left: remainingCount } = step);
    show({
      step: 'entries',
      done: step.settled,
      total: step.settled + remainingCount,
      topics: step.topics,
      removalsWithheld: progress().removalsWithheld + step.withheld,
      ...addUsage(progress(), step),
    });
  }
  return 'done';
}

function end(
  outcome: RegenerateResult['outcome'],
  counts: Omit<RegenerationCounts, 'entries'>,
  { modelCalls, costUsd, removalsWithheld }: RegenerationProgress,
): RegenerateResult {
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: outcome }]);
  return {
    outcome,
    entries: counts.integrated + counts.skipped + counts.superseded + counts.failed,
    ...counts,
    modelCalls,
    costUsd,
    removalsWithheld,
  };
}

/** Shows the run's progress, and handles the signals that pause and resume it. */
function openProgress(carried: RegenerationProgress = noProgress) {
  let progress = carried;
  const show = (change: Partial<RegenerationProgress>) => {
    progress = { ...progress, ...change };
    setCurrentDetails(describeProgress(progress));
  };
  setHandler(regenerationProgressQuery, () => progress, { description: 'How far the rebuild is.' });
  setHandler(pauseRegeneration, () => show({ paused: true }), {
    description: 'Pauses after the current step, until `resume`.',
  });
  setHandler(resumeRegeneration, () => show({ paused: false }), { description: 'Continues after `pause`.' });
  return { progress: () => progress, show, unpaused: () => condition(() => !progress.paused) };
}

const waitingSentence = ({ removals, notArchived }: NonNullable<PublishResult['waits']>): string =>
  notArchived > 0
    ? `The archive has lost ${notArchived} of the live pairs: it is empty, or shorter than it was.`
    : `The rebuilt library lacks ${removals.length} of the live pairs, more than \`kb.max_removals_per_regeneration\` allows.`;
