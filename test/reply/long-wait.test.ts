import { describe, expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { ScriptedAnswer } from '../support/provider/scripted-provider.ts';
import { openTestSteward, quickTimings } from '../support/steward.ts';

/** A Steward whose model drafts no answer until it is told to, and that breaks its silence soon. */
async function open() {
  const draft = Promise.withResolvers<void>();
  const model = await startScriptedModel(async (call): Promise<ScriptedAnswer> => {
    if (call.decision === 'LLMGenerationResult') await draft.promise;
    return agreeable(call);
  });
  const steward = await openTestSteward({ model, timings: { ...quickTimings, longestSilence: 300 } });
  const sentence = steward.config.texts.en.cannot_look_up;
  const spoken = () => steward.discord.until(() => steward.posts().length > 0, 'it has spoken');
  return { steward, sentence, spoken, draft: draft.resolve };
}

describe('a member who asked directly and waits for long', () => {
  it('reads one fixed sentence, which the answer takes the place of', async () => {
    const { steward, sentence, spoken, draft } = await open();
    await steward.work(['all']);
    await steward.indexDocuments();
    const asked = await steward.say({ by: 'anna', text: '@steward How do I set the port?' });
    await spoken();
    expect(steward.posts()).toEqual([sentence]);
    draft();
    await steward.settle();
    expect(steward.posts()).toEqual([expect.stringContaining('Set the port to 8080.')]);
    const record = await steward.storage.records.replyRecord(asked.id);
    expect(record?.status).toBe('answered');
    expect(record?.postedMessageIds).toHaveLength(1);
  });

  it('reads nothing of a question that is deleted meanwhile', async () => {
    const { steward, spoken, draft } = await open();
    await steward.work(['all']);
    await steward.indexDocuments();
    const asked = await steward.say({ by: 'anna', text: '@steward How do I set the port?' });
    await spoken();
    await steward.remove(asked.id);
    draft();
    await steward.settle();
    await expect.poll(steward.posts).toEqual([]);
  });

  it('reads each of both once, whatever step the worker dies after', async () => {
    const { steward, spoken, draft } = await open();
    await steward.spawnWorker({ dieAfter: 'sayCannotLookUp' });
    await steward.indexDocuments();
    await steward.say({ by: 'anna', text: '@steward How do I set the port?' });
    await spoken();
    await steward.spawnWorker({ dieAfter: 'postReply' });
    draft();
    await steward.discord.until(() => steward.posts()[0]?.includes('8080') ?? false, 'it has answered');
    await steward.spawnWorker();
    await steward.settle();
    expect(steward.posts()).toEqual([expect.stringContaining('Set the port to 8080.')]);
  });
});

it('a member who did not ask Steward reads no such sentence', async () => {
  const { steward, draft } = await open();
  await steward.work(['all']);
  await steward.indexDocuments();
  await steward.say({ by: 'anna', text: 'How do I set the port?' });
  setTimeout(draft, 1_000);
  await steward.settle();
  expect(steward.posts()).toEqual([expect.stringContaining('Set the port to 8080.')]);
});
