import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client, WorkflowExecutionInfo, WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
type Event = NonNullable<History['events']>[number];

const folder = fileURLToPath(new URL('../histories/', import.meta.url));

/**
 * Saves the shortest ended history of each shape that the tests of a run have made, for test/replay.test.ts.
 */
export async function recordHistories(client: Client): Promise<void> {
  const shortest = new Map<string, History>();
  for await (const run of client.workflow.list({ query: "ExecutionStatus != 'Running'" })) {
    const history = await client.workflow.getHandle(run.workflowId, run.runId).fetchHistory();
    // A run that ended before it began has nothing to replay.
    if (!history.events?.some((event) => event.workflowTaskCompletedEventAttributes)) continue;
    const name = shapeOf(run, history.events);
    const known = shortest.get(name)?.events?.length ?? Number.POSITIVE_INFINITY;
    if ((history.events?.length ?? 0) < known) shortest.set(name, history);
  }
  await mkdir(folder, { recursive: true });
  for (const [name, history] of shortest)
    await writeFile(join(folder, `${name}.json`), oneEventALine(history));
  console.error(`Recorded ${shortest.size} histories: ${[...shortest.keys()].toSorted().join(', ')}`);
}

function oneEventALine(history: History): string {
  const { events } = JSON.parse(historyToJSON(history)) as { readonly events: readonly unknown[] };
  return `{"events":[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]}\n`;
}

/** A name made of the workflow, its end, and what else its replay goes through. */
function shapeOf(
  { type, status, searchAttributes }: WorkflowExecutionInfo,
  events: readonly Event[],
): string {
  const [outcome = ''] = String(searchAttributes['Outcome']?.[0] ?? '').split(':');
  const has = (test: (event: Event) => unknown) => events.some((event) => Boolean(test(event)));
  const traits = {
    cancelled: has((event) => event.workflowExecutionCancelRequestedEventAttributes),
    approved: has((event) => decision(event)?.approve === true),
    rejected: has((event) => decision(event)?.approve === false),
    confirmed: type === 'captureWorkflow' && has((event) => decision(event)?.accept === true),
    corrects: type === 'reviewWorkflow' && has((event) => scheduled(event) === 'reviseReply'),
    reset: has((event) => event.workflowTaskFailedEventAttributes?.newRunId),
    resumed: has((event) => event.workflowExecutionStartedEventAttributes?.continuedExecutionRunId),
    starts: has((event) => event.startChildWorkflowExecutionInitiatedEventAttributes),
    held: type === 'gatewayWorkflow' && has((event) => event.activityTaskScheduledEventAttributes),
  };
  const ended = status.name === 'COMPLETED' ? [] : [status.name.toLowerCase().replaceAll('_', '-')];
  const named = Object.entries(traits).flatMap(([name, holds]) => (holds ? [name] : []));
  return [...new Set([type.replace('Workflow', ''), outcome, ...ended, ...named])].filter(Boolean).join('-');
}

const scheduled = (event: Event) => event.activityTaskScheduledEventAttributes?.activityType?.name;

/** The yes or no to the removals of a capture, or of the team to a draft or a pair. */
function decision(event: Event): { readonly approve?: boolean; readonly accept?: boolean } | undefined {
  const request = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
  const [given] = request?.input?.args?.payloads ?? [];
  return given && defaultPayloadConverter.fromPayload(given);
}
