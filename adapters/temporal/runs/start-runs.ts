import {
  WorkflowExecutionAlreadyStartedError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { PortError } from '../../../domain/ports/errors.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import type { CaptureInput } from '../../../workflows/contract/capture.ts';
import { workflowIds } from '../../../workflows/contract/names.ts';
import type { RefreshInput } from '../../../workflows/contract/refresh.ts';
import type { RegenerateInput } from '../../../workflows/contract/regenerate.ts';
import { callServer } from '../client/call-server.ts';
import { runningRegenerations } from './running-regenerations.ts';

/** What starts a run by hand needs. */
export interface StartTarget {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
}

/** A run that goes on by itself; see `waitForResult`. */
export interface StartedRun {
  readonly workflowId: string;
  readonly runId: string;
}

/** Throws a final `PortError` when a regeneration is running, whoever started it. */
export async function startRegenerate(
  target: StartTarget & { readonly input?: RegenerateInput },
): Promise<StartedRun> {
  const [running] = await runningRegenerations(target);
  if (running) throw regenerationRunning(running);
  const workflowId = `regenerate/${target.taskQueue}`;
  return start({
    ...target,
    workflowType: 'regenerateWorkflow',
    options: { workflowId, args: [target.input ?? {}], workflowIdConflictPolicy: 'FAIL' },
    onDuplicate: async () => {
      throw regenerationRunning({ workflowId, startedAt: 'a moment ago' });
    },
  });
}

const regenerationRunning = (run: { readonly workflowId: string; readonly startedAt: string }): PortError =>
  new PortError({
    kind: 'final',
    code: 'regeneration_running',
    message:
      `A regeneration is running since ${run.startedAt}, as ${run.workflowId}. ` +
      'Wait until it ends, or cancel it: npx steward regenerate --cancel',
  });

/** A refresh that was started by hand and runs is joined. */
export const startRefresh = (target: StartTarget & { readonly input?: RefreshInput }): Promise<StartedRun> =>
  start({
    ...target,
    workflowType: 'refreshWorkflow',
    options: {
      workflowId: `refresh/${target.taskQueue}`,
      args: [target.input ?? {}],
      workflowIdConflictPolicy: 'USE_EXISTING',
    },
  });

/** Of a raw entry, from classify on. The run that it has already, running or completed, is returned instead. */
export function startCapture(
  target: StartTarget & { readonly qaId: QaId; readonly timings?: CaptureInput['timings'] },
): Promise<StartedRun> {
  const { client, qaId, timings } = target;
  const workflowId = workflowIds.capture(qaId);
  return start({
    ...target,
    workflowType: 'captureWorkflow',
    options: {
      workflowId,
      args: [{ qaId, ...(timings && { timings }) }],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: qaId,
    },
    onDuplicate: async () => {
      const { runId } = await client.workflow.getHandle(workflowId).describe();
      return { workflowId, runId };
    },
  });
}

function start(
  request: StartTarget & {
    readonly workflowType: string;
    readonly options: Omit<WorkflowStartOptions, 'taskQueue'>;
    readonly onDuplicate?: () => Promise<StartedRun>;
  },
): Promise<StartedRun> {
  const { client, taskQueue, workflowType, options, onDuplicate } = request;
  const work = async () => {
    try {
      const handle = await client.workflow.start(workflowType, { ...options, taskQueue });
      return { workflowId: handle.workflowId, runId: handle.firstExecutionRunId };
    } catch (error) {
      if (onDuplicate && error instanceof WorkflowExecutionAlreadyStartedError) return onDuplicate();
      throw error;
    }
  };
  return callServer({ client, work });
}
