import { proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { DiscordActivities } from '../../activities/discord-activities.ts';
import { queues } from '../contract/names.ts';
import { gatewayStepId, type GatewayInput } from '../contract/operations.ts';
import { requireInput } from '../steps.ts';

/**
 * The lease of Discord's gateway: only the process that started the open run is connected. The step never ends by itself. The
 * process sends heartbeats for it, which add nothing to the history, and terminates the run when it stops; a process that finds
 * the holder dead does so in its place.
 */
export async function gatewayWorkflow(input: GatewayInput): Promise<void> {
  requireInput(input, ['applicationId']);
  setCurrentDetails(
    'The memo says which process listens to Discord; the heartbeat of the pending step says that it lives',
  );
  const { holdGateway } = proxyActivities<Pick<DiscordActivities, 'holdGateway'>>({
    activityId: gatewayStepId,
    taskQueue: queues(workflowInfo().taskQueue).discord,
    startToCloseTimeout: '3650 days',
  });
  await holdGateway();
}
