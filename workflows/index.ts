import { setWorkflowOptions, workflowInfo, type Workflow } from '@temporalio/workflow';
import { batchWorkflow } from './intake/batch.ts';
import { reviewWorkflow } from './reply/review.ts';
import { amendReplyWorkflow } from './reply/amend-reply.ts';
import { captureWorkflow } from './team/capture.ts';
import { recaptureWorkflow } from './team/recapture.ts';
import { captureHistoryWorkflow } from './team/capture-history.ts';
import { regenerateWorkflow } from './team/regenerate.ts';
import { refreshWorkflow } from './documents/refresh.ts';
import { gatewayWorkflow } from './operations/gateway.ts';
import { replyWorkflow } from './reply/reply.ts';
import { recheckWorkflow } from './reply/recheck.ts';
import { recheckAnswerWorkflow } from './reply/recheck-answer.ts';
import { rehearseWorkflow } from './reply/rehearse.ts';
import { helpWorkflow } from './reply/help.ts';
import { noticesWorkflow } from './operations/notices.ts';

export {
  batchWorkflow,
  reviewWorkflow,
  amendReplyWorkflow,
  captureWorkflow,
  recaptureWorkflow,
  captureHistoryWorkflow,
  regenerateWorkflow,
  refreshWorkflow,
  gatewayWorkflow,
  replyWorkflow,
  rehearseWorkflow,
  recheckWorkflow,
  recheckAnswerWorkflow,
  helpWorkflow,
  noticesWorkflow,
};

/**
 * Runs that may be open for hours or weeks move to a new current version, on which their history replays. The server rejects
 * a versioning behavior from a worker without a version.
 */
const movesOn = () =>
  workflowInfo().currentDeploymentVersion?.deploymentName
    ? ({ versioningBehavior: 'AUTO_UPGRADE' } as const)
    : {};
const longRuns: readonly Workflow[] = [
  batchWorkflow,
  reviewWorkflow,
  amendReplyWorkflow,
  captureWorkflow,
  recaptureWorkflow,
  captureHistoryWorkflow,
  regenerateWorkflow,
  refreshWorkflow,
  recheckWorkflow,
  recheckAnswerWorkflow,
  rehearseWorkflow,
  gatewayWorkflow,
];
for (const workflow of longRuns) setWorkflowOptions(movesOn, workflow);

// Short runs follow the worker's default: they move too or, if `temporal.deployment` is `rolling`, stay on their version.
const shortRuns: readonly Workflow[] = [replyWorkflow, helpWorkflow, noticesWorkflow];
for (const workflow of shortRuns) setWorkflowOptions({}, workflow);
