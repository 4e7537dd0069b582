import { expect, it } from 'vitest';
import { conversation, ended, someTime, startConversation } from './support/captures.ts';
import { agreeable } from './support/provider/agreeable.ts';
import { startScriptedModel } from './support/provider/scripted-model.ts';
import { openTestSteward } from './support/steward.ts';

it('a capture ends where no bot works', async () => {
  const steward = await openTestSteward({ model: await startScriptedModel(agreeable) });
  await steward.work(['library']);
  const snapshot = conversation(someTime(), 'Which port?');
  const workflowId = await startConversation(steward, snapshot);
  expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
  const { events } = await steward.client.workflow.getHandle(workflowId).fetchHistory();
  const queues = (events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.taskQueue?.name ?? [],
  );
  expect(new Set(queues)).toEqual(new Set([`${steward.config.temporal.task_queue}-library`]));
});
