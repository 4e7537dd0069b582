import { expect, it, onTestFinished } from 'vitest';
import { attemptReply, openTestModel, openTestStore } from '../../test/support/steps/attempt-reply.ts';
import { testSnapshot } from '../../test/support/steps/graph-context.ts';
import { startScriptedProvider, type Script } from '../../test/support/provider/scripted-provider.ts';
import type { Model } from '../../domain/ports/model.ts';

/** Answers nothing until it is told to stop. */
const silentModel: Model = {
  modelFor: () => 'silent',
  decide: ({ signal }) =>
    new Promise((_, reject) => {
      if (signal?.aborted) reject(signal.reason as Error);
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    }),
};

const attemptInVain = async (
  ai: object,
  took: { storeMilliseconds?: number; workedMilliseconds?: number } = {},
) => attemptReply(ai, { model: silentModel, storage: await openTestStore(), ...took });

/** A store, and a model whose provider follows a script. */
async function open(script: Script, ai: object, llm: object = {}) {
  const provider = await startScriptedProvider({ script });
  onTestFinished(() => provider.close());
  const storage = await openTestStore();
  const settings = { ...ai, llm: { model: 'scripted', base_url: provider.baseUrl, ...llm } };
  return { provider, storage, settings, model: await openTestModel(settings, storage) };
}

it('the steps of a reply end after ai_response.graph_timeout_seconds, to be tried again', async () => {
  await expect(
    attemptInVain({ graph_timeout_seconds: 0.3, request_timeout_seconds: 60 }),
  ).rejects.toMatchObject({
    type: 'model_graph_timed_out',
    nonRetryable: false,
    message: 'A reply took longer than ai_response.graph_timeout_seconds (0.3 s)',
  });
});

it.each([
  ['what came before the steps', { storeMilliseconds: 500 }, 1],
  ['what former attempts took', { workedMilliseconds: 29_500 }, 30],
])(
  'a reply ends for good after ai_response.request_timeout_seconds, %s included',
  async (_name, took, seconds) => {
    const started = Date.now();
    const ended = attemptInVain({ graph_timeout_seconds: seconds, request_timeout_seconds: seconds }, took);
    await expect(ended).rejects.toMatchObject({
      type: 'model_graph_timed_out',
      nonRetryable: true,
      message: `A reply took longer than ai_response.request_timeout_seconds (${seconds} s)`,
    });
    expect(Date.now() - started).toBeLessThan(10_000);
  },
);

it('calls that are cut off with their attempt end with a cause in the row', async () => {
  const limits = { graph_timeout_seconds: 3, request_timeout_seconds: 60 };
  const { provider, storage, settings, model } = await open(() => 'hang', limits);
  await expect(attemptReply(settings, { model, storage })).rejects.toMatchObject({
    type: 'model_graph_timed_out',
  });
  const calls = await storage.records.callsOf(testSnapshot.id);
  expect(provider.calls.length).toBeGreaterThan(0);
  expect(calls).toHaveLength(provider.calls.length);
  expect(calls.map(({ error }) => error)).toEqual(calls.map(() => 'model_cancelled'));
});

it('a step that runs once more with fresh links goes on with the calls that its question has left', async () => {
  const { provider, storage, settings, model } = await open(
    () => ({ status: 503 }),
    { max_calls_per_question: 2 },
    { max_retries: 1 },
  );
  await expect(attemptReply(settings, { model, storage })).rejects.toMatchObject({
    type: 'model_unavailable',
  });
  await expect(attemptReply(settings, { model, storage, linksRefreshed: true })).rejects.toMatchObject({
    type: 'model_unavailable',
    nonRetryable: true,
  });
  expect(provider.calls).toHaveLength(2);
});
