import { pino } from 'pino';
import { expect, test } from 'vitest';
import { editedWorkflows, openWindows } from '../../../test/support/processes/versions.ts';
import { uniqueId } from '../../../test/support/temporal.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { approveRemovals } from '../runs/approve-removals.ts';
import { stuckRuns } from '../runs/inspect-runs.ts';
import { listWaiting } from '../runs/captures.ts';
import { createRuns } from '../runs/runs.ts';
import { waitForResult } from '../runs/wait-for-result.ts';
import { startOnce } from '../client/start-once.ts';

test('a capture that new code cannot continue is stuck, with Temporal’s reason in the log; the old code continues it', async () => {
  const { client, taskQueue, work } = await openWindows(1_000);
  const waiting = async () => ({ outcome: 'waiting', removals: ['qa_20260101_000000'] });
  const settled = async () => ({ outcome: 'integrated', topic: 'network', changedTopics: [] });
  const step = { classify: async () => ({ topic: 'network' }), reindex: async () => {} };
  const activities = (integrate: () => Promise<object>) => ({ library: { ...step, integrate } });
  const first = await work({ roles: ['library'], deployment: 'restart', activities: activities(waiting) });
  const start = startsOf(taskQueue).captureEntry({ qaId: `qa_${uniqueId()}` });
  const { workflowId } = await startOnce(client, start);
  const waitingIds = async () => (await listWaiting({ client, taskQueue })).map((run) => run.workflowId);
  await expect.poll(waitingIds).toEqual([workflowId]);
  await first.stop();

  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const workflowsPath = await editedWorkflows({
    file: 'workflows/team/capture.ts',
    find: '  const { topic } = await classify({ qaId });\n',
    replace: '  await reindex({ topics: [] });\n  const { topic } = await classify({ qaId });\n',
  });
  const broken = { roles: ['library'], deployment: 'restart', workflowsPath, log } as const;
  const second = await work({ ...broken, activities: activities(waiting) });
  // Any signal makes a workflow task, which this version fails.
  await client.workflow.getHandle(workflowId).signal('anything');
  const stuck = async () => (await stuckRuns({ client, taskQueue })).map((run) => run.workflowId);
  await expect.poll(stuck).toEqual([workflowId]);
  expect(await createRuns({ client, taskQueue }).stuck()).toEqual([workflowId]);
  expect(lines.join('')).toMatch(/"reason":"\[TMPRL1100\] [^"]*classify/u);
  await second.stop();

  await work({ roles: ['library'], deployment: 'restart', activities: activities(settled) });
  await expect.poll(stuck).toEqual([]);
  await approveRemovals(client, workflowId, true);
  expect(await waitForResult({ client, workflowId })).toMatchObject({ outcome: 'integrated' });
});
