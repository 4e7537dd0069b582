import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  CancellationScope,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import type { QaId } from '../domain/qa-id.ts';
import { captureWorkflow } from './capture.ts';
import {
  progressQuery,
  workflowIds,
  type Progress,
  type RefreshInput,
  type RefreshResult,
} from './contract.ts';
import { modelSteps, storeSteps, timingsOf } from './steps.ts';

const sourcesPerStep = 25;
const capturesPerRun = 100;

/**
 * Brings the documents' index up to date, and starts a capture for raw entries that none has taken up. Answers come
 * from the published index meanwhile. Needs no input.
 */
export async function refreshWorkflow(input: RefreshInput = {}): Promise<RefreshResult> {
  const timings = timingsOf(input);
  const { findUnsettled, endRefresh } = storeSteps(timings);
  const { discoverSources, describeSources, describeLeftOver } = modelSteps(timings);
  let progress: Progress = { step: 'discover', done: 0, total: 0 };
  setHandler(progressQuery, () => progress);
  try {
    setCurrentDetails('Looking for new and changed sources');
    const { pending, ...found } = await discoverSources();
    let described = 0;
    let failed = 0;
    for (let left = pending; left > 0;) {
      const step = await describeSources({ limit: sourcesPerStep, skip: failed });
      ({ left } = step);
      described += step.described;
      failed += step.failed;
      progress = { step: 'describe', done: described, total: pending };
      setCurrentDetails(`Described ${described} of ${pending} sources, ${failed} failed`);
    }
    setCurrentDetails('Describing topics that have lost their description');
    await describeLeftOver();
    const waiting = await findUnsettled({ limit: capturesPerRun });
    const started = await Promise.all(waiting.map((qaId) => startCapture(qaId, input)));
    const capturesStarted = started.filter(Boolean).length;
    setCurrentDetails(
      `${found.sources} sources, ${described} described, ${failed} failed, ${found.rejected} rejected`,
    );
    return { ...found, described, failed, capturesStarted };
  } finally {
    await CancellationScope.nonCancellable(() => endRefresh());
  }
}

async function startCapture(qaId: QaId, { timings }: RefreshInput): Promise<boolean> {
  try {
    await startChild(captureWorkflow, {
      workflowId: workflowIds.capture(qaId),
      args: [{ qaId, timings }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      staticSummary: qaId,
    });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}
