import { setTimeout as sleep } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createReplyActivities } from '../../activities/reply-activities.ts';
import { testSnapshot } from '../../test/support/steps/graph-context.ts';
import { testFolder } from '../../test/support/storage/test-store.ts';
import { channelFor } from '../../config/channel-for.ts';
import { textsFor } from '../../config/texts-for.ts';
import { configSchema } from '../../config/schema.ts';
import type { Model } from '../../domain/ports/model.ts';
import { noPages } from '../../test/support/values/messages.ts';
import { silentLog } from '../../test/support/run-workers.ts';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { loadLangChain } from '../../adapters/llm/langchain.ts';
import { openMeter, openModel } from './model.ts';
import { openStore } from './open-adapters.ts';

/** Answers nothing until it is told to stop. */
const silentModel: Model = {
  modelFor: () => 'silent',
  decide: ({ signal }) =>
    new Promise((_, reject) => {
      if (signal?.aborted) reject(signal.reason as Error);
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    }),
};

interface Attempt {
  readonly storeMilliseconds?: number;
  readonly workedMilliseconds?: number;
  readonly model?: Model;
  readonly storage?: Storage;
}

async function testStorage(): Promise<Storage> {
  const config = configSchema.parse({ storage: { data_dir: testFolder() } });
  const storage = await openStore(config, { log: silentLog, now: () => new Date() });
  onTestFinished(() => storage.close());
  return storage;
}

/** One attempt at a reply over a real store, whose first look takes a while. */
async function attempt(
  ai: object,
  { storeMilliseconds = 0, workedMilliseconds = 0, model = silentModel, storage: given }: Attempt = {},
) {
  const config = configSchema.parse({ ai_response: ai });
  const now = () => new Date();
  const storage = given ?? (await testStorage());
  await storage.records.saveSnapshot(testSnapshot);
  const records: typeof storage.records = {
    ...storage.records,
    replyRecord: async (id) => {
      await sleep(storeMilliseconds);
      return storage.records.replyRecord(id);
    },
  };
  const { generateReply } = createReplyActivities({
    ...storage,
    records,
    pages: noPages,
    model,
    countTokens: (text) => text.length,
    log: silentLog,
    now,
    config,
    channelFor: channelFor(config, null),
    textsFor: textsFor(config),
  });
  const heartbeatDetails = { status: 'MODERATING_QUESTION', node: null, workedMilliseconds };
  return new MockActivityEnvironment({ heartbeatDetails }).run(generateReply, {
    snapshotId: testSnapshot.id,
  });
}

it('the steps of a reply end after ai_response.graph_timeout_seconds, to be tried again', async () => {
  const ended = attempt({ graph_timeout_seconds: 0.3, request_timeout_seconds: 60 });
  await expect(ended).rejects.toMatchObject({
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
    const ended = attempt({ graph_timeout_seconds: seconds, request_timeout_seconds: seconds }, took);
    await expect(ended).rejects.toMatchObject({
      type: 'model_graph_timed_out',
      nonRetryable: true,
      message: `A reply took longer than ai_response.request_timeout_seconds (${seconds} s)`,
    });
    expect(Date.now() - started).toBeLessThan(10_000);
  },
);

it('calls that are cut off with their attempt end with a cause in the row', async () => {
  const provider = await startScriptedProvider({ script: () => 'hang' });
  onTestFinished(() => provider.close());
  const storage = await testStorage();
  const llm = { model: 'slow', base_url: provider.baseUrl };
  const ai = { llm, graph_timeout_seconds: 3, request_timeout_seconds: 60 };
  const config = configSchema.parse({ ai_response: ai });
  const meter = openMeter(config, { records: storage.records, now: () => new Date() });
  const { model, close } = await openModel(config, { meter });
  await loadLangChain();
  await expect(attempt(ai, { model, storage })).rejects.toMatchObject({ type: 'model_graph_timed_out' });
  const calls = await storage.records.callsOf(testSnapshot.id);
  expect(provider.calls.length).toBeGreaterThan(0);
  expect(calls).toHaveLength(provider.calls.length);
  expect(calls.map(({ error }) => error)).toEqual(calls.map(() => 'model_cancelled'));
  await close();
});
