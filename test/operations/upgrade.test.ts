import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findDeployment } from '../../adapters/temporal/deployment/take-over.ts';
import { approveRemovals } from '../../adapters/temporal/runs/approve-removals.ts';
import { listRuns, openRunsQuery } from '../../adapters/temporal/runs/inspect-runs.ts';
import { startRegeneration, stepByStep } from '../support/storage/archive.ts';
import {
  captureAll,
  conversation,
  ended,
  entryAt,
  someTime,
  standingIds,
  startConversation,
} from '../support/captures.ts';
import { cleanUp } from '../support/clean-up.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { makeRelease, patchingRelease, readingRelease, type Edit } from '../support/processes/release.ts';
import { kill, openTestSteward, type TestSteward } from '../support/steward.ts';

const removesAll: Script = (call) => {
  if (call.decision !== 'IntegrationResult') return agreeable(call);
  const ids = [...call.text('topic').matchAll(/^id: (qa_\S+)/gmu)].map((match) => match[1] ?? '');
  return { skip: false, remove_ids: ids };
};

async function release(edits: readonly Edit[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-release-'));
  cleanUp(() => rm(dir, { recursive: true, force: true }));
  await makeRelease({ dir, edits });
  return dir;
}

/** Whether an open window has made the patch. */
async function hasPatch({ client, config }: TestSteward): Promise<boolean> {
  const query = `${openRunsQuery(config.temporal.task_queue)} AND WorkflowType = 'batchWorkflow'`;
  for (const { workflowId } of await listRuns(client, query)) {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    if (events?.some((event) => event.markerRecordedEventAttributes)) return true;
  }
  return false;
}

it('an open window, a waiting capture and a paused rebuild go on with the next release, and back with the one before', async () => {
  const model = await startScriptedModel(agreeable);
  const steward = await openTestSteward({
    model,
    settings: {
      kb: { max_removals_per_capture: 1 },
      discord: { message_batch_wait_seconds: 6, message_batch_max_wait_seconds: 60 },
    },
  });
  const { client, config } = steward;
  const current = async () =>
    (await findDeployment({ client, taskQueue: config.temporal.task_queue }))?.current;
  const reading = await release(readingRelease);
  const first = await steward.spawnWorker({ release: reading });
  await steward.indexDocuments();
  const before = await current();
  const start = someTime();
  await captureAll(
    steward,
    [3, 8, 13].map((second) => entryAt(start, second)),
  );

  model.follow(removesAll);
  const waiting = await startConversation(
    steward,
    conversation(new Date(start.getTime() + 60_000), 'Which port?'),
  );
  const outcome = async () =>
    (await client.workflow.getHandle(waiting).describe()).searchAttributes['Outcome'];
  await expect.poll(outcome).toEqual(['waiting']);
  model.follow(agreeable);
  const rebuild = await startRegeneration(steward, stepByStep);
  await rebuild.signal('pause');
  await expect.poll(() => rebuild.progress()).toMatchObject({ paused: true });
  const question = await steward.say({ by: 'anna', text: 'How do I set the port?' });

  await kill(first);
  const second = await steward.spawnWorker({ release: await release(patchingRelease) });
  await expect.poll(current).not.toBe(before);
  await steward.settle();
  // Shows the whole event, with its reason, if it is another.
  expect(steward.events).toEqual([expect.objectContaining({ event: 'reply', outcome: 'answered' })]);
  expect(steward.discord.postsIn(question.id)).toHaveLength(1);
  // It makes the patch, which the release before reads.
  const marked = await steward.say({ by: 'ben', text: 'How do I set the port now?' });
  await expect.poll(() => hasPatch(steward)).toBe(true);

  await kill(second);
  await steward.spawnWorker({ release: reading });
  await expect.poll(current).toBe(before);
  await steward.settle();
  expect(steward.discord.postsIn(marked.id)).toHaveLength(1);
  await approveRemovals(client, waiting, true);
  expect(await ended(steward, waiting)).toMatchObject({ outcome: 'integrated' });
  await rebuild.signal('resume');
  expect(await rebuild.result()).toMatchObject({ outcome: 'published' });
  expect(await standingIds(steward)).toHaveLength(1);
  expect(await steward.storage.library.rawEntries()).toHaveLength(4);
});
