import { describe, expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward, quickTimings, type TestSteward } from '../support/steward.ts';
import { workflowIds } from '../../workflows/contract/names.ts';

/** A step that is slow on a busy machine is not taken for dead, unless the test kills it. */
const patient = { ...quickTimings, heartbeatTimeout: 60_000 };

const open = async (timings: typeof quickTimings = patient): Promise<TestSteward> =>
  openTestSteward({ model: await startScriptedModel(agreeable), timings });

/** Asks, and returns the steps of the reply once it has ended. */
async function stepsOfReply(steward: TestSteward): Promise<readonly (string | null | undefined)[]> {
  const { id } = await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.settle();
  expect(steward.posts()).toEqual([expect.stringContaining('Set the port to 8080.')]);
  expect(await steward.storage.records.replyRecord(id)).toMatchObject({ status: 'answered' });
  const runId = workflowIds(steward.config.temporal.task_queue).reply(id);
  const { events } = await steward.client.workflow.getHandle(runId).fetchHistory();
  return (events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: step }) => step?.activityType?.name ?? [],
  );
}

describe('an answer is posted once', () => {
  it('in the step that makes it, where one process does both', async () => {
    const steward = await open();
    await steward.work(['all']);
    await steward.indexDocuments();
    expect(await stepsOfReply(steward)).toEqual(['generateReply']);
  });

  it('in a step of its own, where another process speaks', async () => {
    const steward = await open();
    await steward.work(['reply', 'library']);
    await steward.work(['bot']);
    await steward.indexDocuments();
    expect(await stepsOfReply(steward)).toEqual(['generateReply', 'postReply']);
  });

  it('in a step of its own, when Discord is away at first', async () => {
    const steward = await open();
    await steward.work(['all']);
    await steward.indexDocuments();
    steward.discord.fail('POST', /messages$/, { status: 503, body: {} });
    expect(await stepsOfReply(steward)).toEqual(['generateReply', 'postReply']);
  });

  it('by a worker that dies before it has said so', async () => {
    const steward = await open(quickTimings);
    const dying = await steward.spawnWorker({ dieAfter: 'generateReply' });
    await steward.indexDocuments();
    dying.once('exit', () => void steward.spawnWorker());
    expect(await stepsOfReply(steward)).toEqual(['generateReply']);
  });
});
