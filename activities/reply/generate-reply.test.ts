import { expect, it, onTestFinished } from 'vitest';
import { attemptReply, openTestModel, openTestStore } from '../../test/support/steps/attempt-reply.ts';
import { testSnapshot, testSources } from '../../test/support/steps/graph-context.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import { startScriptedProvider, type Script } from '../../test/support/provider/scripted-provider.ts';

const { id, author } = testSnapshot;
const selecting: Script = (call) =>
  call.decision === 'LLMSelectionResult'
    ? { look_for: '', selected_source_ids: ['kb:a.md'] }
    : agreeable(call);

it('a question whose asker is forgotten while it is answered leaves none of their words, and ends', async () => {
  const storage = await openTestStore();
  let isForgotten = false;
  const provider = await startScriptedProvider({
    script: async (call) => {
      if (!isForgotten) await storage.erasure.erase({ userId: author.id });
      isForgotten = true;
      return selecting(call);
    },
  });
  onTestFinished(() => provider.close());
  const settings = { llm: { model: 'scripted', base_url: provider.baseUrl } };
  const deps = { storage, sources: testSources, model: await openTestModel(settings, storage) };
  await expect(attemptReply(settings, deps)).rejects.toMatchObject({
    type: 'person_forgotten',
    nonRetryable: false,
  });
  const { records } = storage;
  expect(await records.replyRecord(id)).toBeNull();
  const ended = await attemptReply(settings, { ...deps, attempt: 2 });
  expect(ended).toMatchObject({ status: 'skipped', reason: 'deleted', post: false });
  expect(await records.replyRecord(id)).toMatchObject({ authorId: 'forgotten', question: '' });
});
