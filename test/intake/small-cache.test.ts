import { expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';
import { uniqueTaskQueue } from '../support/temporal.ts';

it('answers everybody although a worker keeps two runs in memory and replays the others', async () => {
  const model = await startScriptedModel(agreeable);
  const temporal = { task_queue: uniqueTaskQueue(), max_cached_workflows: 2 };
  const steward = await openTestSteward({ model, settings: { temporal } });
  await steward.work(['all']);
  await steward.indexDocuments();
  const names = Array.from({ length: 12 }, (_, at) => `member-${at}`);
  await Promise.all(names.map((by) => steward.say({ by, text: 'How do I set the port?' })));
  await steward.settle();
  expect(steward.events.map((event) => ('outcome' in event ? event.outcome : event.event))).toEqual(
    names.map(() => 'answered'),
  );
});
