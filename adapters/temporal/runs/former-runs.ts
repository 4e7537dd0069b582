import type { Client } from '@temporalio/client';
import { callServer } from '../client/call-server.ts';
import { quoted } from './list-runs.ts';
import { openRunsQuery, terminateRuns } from './terminate-runs.ts';

/** Before version 0.2, ids of runs did not begin with the task queue's name, and four workflows had names that are gone. */
const formerTypes = ['lessonWorkflow', 'learnWorkflow', 'removeReplyWorkflow', 'reviseReplyWorkflow'];
const formerIds =
  'batch reply remove-reply capture recapture review help lesson learn refresh regenerate notices'.split(' ');

interface OfSteward {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
}

/**
 * Open runs under names that this version does not give any more: it does not know some of their types, and steps of others
 * have other names, so they would stay open without an end.
 */
const formerRunsQuery = (taskQueue: string): string => {
  const ids = formerIds.map((id) => `WorkflowId STARTS_WITH ${quoted(`${id}/`)}`);
  const types = `WorkflowType IN (${formerTypes.map(quoted).join(', ')})`;
  const own = `WorkflowId STARTS_WITH ${quoted(`${taskQueue}/`)}`;
  return `${openRunsQuery(taskQueue)} AND NOT (${own}) AND (${[...ids, types].join(' OR ')})`;
};

export async function countFormerRuns({ client, taskQueue }: OfSteward): Promise<number> {
  const query = formerRunsQuery(taskQueue);
  return (await callServer({ client, work: () => client.workflow.count(query) })).count;
}

/** Returns how many there were. What they were at is not done. */
export const endFormerRuns = (target: OfSteward): Promise<number> =>
  terminateRuns({ ...target, query: formerRunsQuery(target.taskQueue) });
