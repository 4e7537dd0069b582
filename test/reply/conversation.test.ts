import { describe, expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';

describe('a conversation, on the real server', () => {
  it('is silent when nothing covers a question, says so to a member who asked directly, and records both', async () => {
    const model = await startScriptedModel((call) =>
      call.decision === 'LLMGenerationResult' ? { answer: null, citations: [] } : agreeable(call),
    );
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.indexDocuments();
    await steward.say({ by: 'anna', text: 'When is the party?' });
    await steward.settle();
    await steward.say({ by: 'anna', text: '@steward When is the party?' });
    await steward.settle();
    expect(steward.events).toMatchObject([
      { event: 'skipped', reason: 'not_covered', recorded_as: 'unanswered' },
      { event: 'reply', outcome: 'unanswered', source_ids: [] },
    ]);
    const records = await steward.storage.records.replyRecordsWhere({ limit: 100 });
    expect(records.map(({ status }) => status)).toEqual(['unanswered', 'unanswered']);
  });

  it('shows a member who asked directly one fixed sentence when the model refuses, and nobody else anything', async () => {
    const model = await startScriptedModel(() => ({ status: 401 }));
    const steward = await openTestSteward({ model });
    await steward.work(['all']);
    await steward.say({ by: 'anna', text: 'How do I set the port?' });
    await steward.say({ by: 'ben', text: '@steward How do I set the port?' });
    await steward.settle();
    const posts = await steward.storage.records.replyRecordsWhere({ limit: 100 });
    expect(posts.map(({ status, reason }) => `${status} ${reason}`)).toEqual(
      Array.from({ length: 2 }, () => 'failed model_unauthorized'),
    );
    const texts = posts.flatMap(({ post }) => post?.parts ?? []);
    expect(texts).toEqual([steward.config.texts.en.cannot_look_up]);
  });
});
