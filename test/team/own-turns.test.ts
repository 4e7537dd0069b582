import { expect, it } from 'vitest';
import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { RegenerateResult } from '../../workflows/contract/team.ts';
import { conversation, ended, liveTopics, someTime, startConversation } from '../support/captures.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';
import { changeRows } from '../support/storage/test-store.ts';
import { uniqueId } from '../support/temporal.ts';
import { author } from '../support/values/messages.ts';

it('a rebuild after the snapshot is gone gives the topics that a model chose when it saw what Steward said', async () => {
  const model = await startScriptedModel((call) =>
    call.decision === 'ClassificationResult'
      ? { skip: false, topic_name: call.text('pair').includes('\nYou: ') ? 'corrected' : 'plain' }
      : agreeable(call),
  );
  const steward = await openTestSteward({ model });
  await steward.work(['all']);
  const asked = conversation(someTime(), 'Which port?');
  const [question] = asked.history;
  if (!question) throw new Error('no question');
  const own = {
    ...question,
    id: uniqueId(),
    author: author('steward', 'steward'),
    text: 'Port 80, I think.',
  };
  const answer = asked.batch.map((message) => ({ ...message, id: uniqueId() }));
  const snapshot = { ...asked, id: answer.at(-1)?.id ?? '', batch: answer, history: [question, own] };
  await ended(steward, await startConversation(steward, snapshot));
  const live = await liveTopics(steward);
  expect(live.map(({ slug }) => slug)).toEqual(['corrected']);
  const { library, records } = steward.storage;
  expect(JSON.stringify([await library.rawEntries(), live])).not.toContain('I think');

  await changeRows(steward.config, (trx) => trx.deleteFrom('snapshots').execute());
  expect(await records.snapshot(snapshot.id)).toBeNull();
  const { client, taskQueue } = steward;
  const rebuild = await startRegenerate({ client, taskQueue });
  const before = model.callsOf('ClassificationResult');
  const result = await waitForResult<RegenerateResult>({ client, ...rebuild });
  expect(result).toMatchObject({ outcome: 'published', integrated: 1 });
  expect(model.callsOf('ClassificationResult')).toBe(before);
  expect((await liveTopics(steward)).map(({ slug }) => slug)).toEqual(['corrected']);
});
