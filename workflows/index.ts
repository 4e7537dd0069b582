import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow';
import { batchWorkflow } from './intake/batch.ts';
import { replyWorkflow } from './reply/reply.ts';
import { evaluateWorkflow } from './reply/evaluate.ts';
import { reviewWorkflow } from './reply/review.ts';
import { amendReplyWorkflow } from './reply/amend-reply.ts';
import { helpWorkflow } from './reply/help.ts';
import { captureWorkflow } from './team/capture.ts';
import { recaptureWorkflow } from './team/recapture.ts';
import { captureHistoryWorkflow } from './team/capture-history.ts';
import { regenerateWorkflow } from './team/regenerate.ts';
import { refreshWorkflow } from './documents/refresh.ts';
import { draftGapWorkflow } from './operations/draft-gap.ts';
import { gapWorkflow } from './operations/gap.ts';
import { gatewayWorkflow } from './operations/gateway.ts';
import { noticesWorkflow } from './operations/notices.ts';

export {
  batchWorkflow,
  replyWorkflow,
  evaluateWorkflow,
  reviewWorkflow,
  amendReplyWorkflow,
  helpWorkflow,
  captureWorkflow,
  recaptureWorkflow,
  captureHistoryWorkflow,
  regenerateWorkflow,
  refreshWorkflow,
  gapWorkflow,
  draftGapWorkflow,
  gatewayWorkflow,
  noticesWorkflow,
};

/**
 * Runs that may be open for hours or weeks move to the version that becomes current. Their history replays on it. The server
 * refuses what a worker without a version says about versions.
 */
const movesOn = () =>
  workflowInfo().currentDeploymentVersion?.deploymentName
    ? ({ versioningBehavior: 'AUTO_UPGRADE' } as const)
    : {};
setWorkflowOptions(movesOn, batchWorkflow);
setWorkflowOptions(movesOn, reviewWorkflow);
setWorkflowOptions(movesOn, amendReplyWorkflow);
setWorkflowOptions(movesOn, captureWorkflow);
setWorkflowOptions(movesOn, recaptureWorkflow);
setWorkflowOptions(movesOn, captureHistoryWorkflow);
setWorkflowOptions(movesOn, regenerateWorkflow);
setWorkflowOptions(movesOn, refreshWorkflow);
setWorkflowOptions(movesOn, gapWorkflow);
setWorkflowOptions(movesOn, gatewayWorkflow);

// Short runs do what the worker says: they move on too, or end where they began if `temporal.deployment` is `rolling`.
setWorkflowOptions({}, replyWorkflow);
setWorkflowOptions({}, evaluateWorkflow);
setWorkflowOptions({}, helpWorkflow);
setWorkflowOptions({}, noticesWorkflow);
setWorkflowOptions({}, draftGapWorkflow);
