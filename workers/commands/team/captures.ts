import {
  listCaptures,
  type CaptureRow,
  type CaptureStatus,
} from '../../../adapters/temporal/runs/list-captures.ts';
import { decideCapture } from '../../../adapters/temporal/runs/decide-capture.ts';
import { retryCapture } from '../../../adapters/temporal/runs/retry-capture.ts';
import { showRun } from '../../../adapters/temporal/runs/show-run.ts';
import { countOf } from '../../../domain/values/text.ts';
import { UsageError } from '../../cli/exit.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { withSteward } from '../../cli/with-steward.ts';

interface ListOptions extends CommandOptions {
  readonly json: boolean;
  readonly status?: CaptureStatus;
}

export async function printCaptures(options: ListOptions): Promise<void> {
  await withSteward({ ...options, asks: false }, async ({ config, steward: { client } }) => {
    const statuses = options.status ? [options.status] : undefined;
    const rows = await listCaptures({ client, taskQueue: config.temporal.task_queue, statuses });
    for (const row of rows) process.stdout.write(`${options.json ? JSON.stringify(row) : lineOf(row)}\n`);
    if (rows.length === 0 && !options.json) process.stderr.write('There are no such captures.\n');
  });
}

const lineOf = ({ status, workflowId, startedAt, outcome, topic }: CaptureRow): string =>
  [status.padEnd(8), startedAt, workflowId, outcome ?? '-', topic ?? ''].join('  ').trimEnd();

export async function showCapture(workflowId: string, options: CommandOptions): Promise<void> {
  await withSteward({ ...options, asks: false }, async ({ steward: { client } }) => {
    process.stdout.write(`${JSON.stringify(await showRun({ client, workflowId }), null, 2)}\n`);
  });
}

export async function retryCaptures(
  workflowId: string | undefined,
  options: CommandOptions & { readonly allFailed: boolean },
): Promise<void> {
  if ((workflowId === undefined) !== options.allFailed) {
    throw new UsageError(
      'Name one capture, or --all-failed. Example: npx steward captures retry steward/capture/1234',
    );
  }
  await withSteward({ ...options, asks: false }, async ({ config, steward: { client } }) => {
    const failed = { client, taskQueue: config.temporal.task_queue, statuses: ['failed'] as const };
    const ids = workflowId ? [workflowId] : (await listCaptures(failed)).map((row) => row.workflowId);
    for (const id of ids) {
      await retryCapture({ client, workflowId: id });
      process.stdout.write(`${id} runs again\n`);
    }
    if (ids.length === 0) process.stderr.write('No capture has failed.\n');
  });
}

export async function decideRemovalsOf(
  workflowId: string,
  { approve, ...options }: CommandOptions & { readonly approve: boolean },
): Promise<void> {
  await withSteward(options, async ({ steward: { client } }) => {
    const removals = await decideCapture({ client, workflowId, approve });
    const count = countOf(removals.length, 'pair');
    process.stdout.write(
      `${workflowId} continues ${approve ? `and removes ${count}` : `and keeps ${count}`}\n`,
    );
  });
}
