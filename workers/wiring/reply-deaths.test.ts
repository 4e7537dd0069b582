import { expect, it, onTestFinished } from 'vitest';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import { startScriptedProvider, type Script } from '../../test/support/provider/scripted-provider.ts';
import { attemptReply, openTestModel, openTestStore } from '../../test/support/steps/attempt-reply.ts';
import { testSnapshot, testSources as sources } from '../../test/support/steps/graph-context.ts';
import { deathStep, dyingAt } from '../../test/support/storage/dying-at.ts';
import { testFolder } from '../../test/support/storage/test-store.ts';

const script: Script = (call) =>
  call.decision === 'LLMSelectionResult'
    ? { look_for: '', selected_source_ids: ['kb:a.md'] }
    : agreeable(call);

it('a worker that dies at any operation of its store leaves one row, and the next attempt answers from the start', async () => {
  const provider = await startScriptedProvider({ script });
  onTestFinished(() => provider.close());
  const ai = {
    llm: { model: 'scripted', base_url: provider.baseUrl, max_retries: 0 },
    max_calls_per_question: 8,
  };
  /** Whether it died before its end. */
  const diesAt = async (n: number): Promise<boolean> => {
    const before = provider.calls.length;
    const folder = testFolder();
    const storage = await openTestStore(folder);
    const model = await openTestModel(ai, storage);
    const reached = await dyingAt(n, async () => void (await attemptReply(ai, { storage, model, sources })));
    await storage.close();
    const next = await openTestStore(folder);
    const again = { storage: next, model: await openTestModel(ai, next), sources, attempt: 2 };
    const decided = await attemptReply(ai, again);
    const calls = (await next.records.replyRecord(testSnapshot.id))?.modelCalls ?? [];
    await next.close();
    const made = provider.calls.slice(before).map(({ decision }) => decision);
    // Gate, selection, generation and verification, in each of two attempts. Every call that was made is counted.
    const isBounded = made.length <= 8 && calls.length >= made.length;
    expect({ n, isBounded, ...decided }).toMatchObject({
      n,
      isBounded: true,
      status: 'generated',
      reason: 'answered',
    });
    return reached === n;
  };
  let n = 1;
  // Every third operation is enough, because neighbouring ones do the same.
  while (await diesAt(n)) n += 3 * deathStep;
  expect(n).toBeGreaterThan(20);
});
