import { expect, it, onTestFinished } from 'vitest';
import { attemptReply, openTestModel, openTestStore } from '../../test/support/steps/attempt-reply.ts';
import { testSnapshot, testSources } from '../../test/support/steps/graph-context.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import { startScriptedProvider, type Script } from '../../test/support/provider/scripted-provider.ts';

const { id } = testSnapshot;

const selected = { look_for: '', selected_source_ids: ['kb:a.md', 'team:ports.txt'] };

/** Attempts at a reply with a provider that answers like this, and forgets a person before some of its answers. */
async function openAttempts({
  script = agreeable,
  forgets,
  userId,
  maxCalls = 8,
}: {
  readonly script?: Script;
  readonly forgets: (call: Parameters<Script>[0]) => boolean;
  readonly userId: string;
  readonly maxCalls?: number;
}) {
  const storage = await openTestStore();
  const provider = await startScriptedProvider({
    script: async (call) => {
      if (forgets(call)) await storage.erasure.erase({ userId });
      return call.decision === 'LLMSelectionResult' ? selected : script(call);
    },
  });
  onTestFinished(() => provider.close());
  const llm = { model: 'scripted', base_url: provider.baseUrl };
  const settings = { llm, max_calls_per_question: maxCalls };
  const deps = { storage, sources: testSources, model: await openTestModel(settings, storage) };
  const attempt = (number: number) => attemptReply(settings, { ...deps, attempt: number });
  return { attempt, records: storage.records, calls: provider.calls };
}

/** Whether it is asked for the first time. */
function once(): () => boolean {
  let times = 0;
  return () => (times += 1) === 1;
}

it("a retry after an erasure uses nothing of an answer that rested on a forgotten member's pair", async () => {
  let isForgotten = false;
  const citations = selected.selected_source_ids.map((source_id) => ({ source_id, qa_ids: [] }));
  const { attempt, records } = await openAttempts({
    userId: '4711',
    forgets: ({ decision }) => !isForgotten && (isForgotten = decision === 'LLMVerificationResult'),
    script: (call) =>
      call.decision === 'LLMGenerationResult'
        ? { answer: isForgotten ? 'Set 8080.' : 'As Noor Haddad wrote, set 8080.', citations }
        : agreeable(call),
  });
  await expect(attempt(1)).rejects.toMatchObject({ type: 'person_forgotten' });
  await attempt(2);
  expect((await records.replyRecord(id))?.answer).toBe('Set 8080.');
});

it('an erasure costs no question its answer: the calls of the attempt that it ends are not among those it may make', async () => {
  const { attempt, records, calls } = await openAttempts({ forgets: once(), userId: '4711', maxCalls: 4 });
  await expect(attempt(1)).rejects.toMatchObject({ type: 'person_forgotten' });
  expect(calls.length).toBeLessThanOrEqual(4);
  await attempt(2);
  expect(await records.replyRecord(id)).toMatchObject({ reason: 'answered', status: 'generated' });
});
