import { setTimeout as sleep } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { onTestFinished } from 'vitest';
import { createReplyActivities } from '../../../activities/reply-activities.ts';
import type { GenerateResult } from '../../../activities/reply/reply-record.ts';
import { loadLangChain } from '../../../adapters/llm/langchain.ts';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { channelFor } from '../../../config/channel-for.ts';
import { configSchema } from '../../../config/schema.ts';
import { textsFor } from '../../../config/texts-for.ts';
import type { Model } from '../../../domain/ports/model.ts';
import type { Sources } from '../../../domain/ports/sources.ts';
import { openMeter, openModel } from '../../../workers/wiring/model.ts';
import { openStore } from '../../../workers/wiring/open-adapters.ts';
import { silentLog } from '../run-workers.ts';
import { testFolder } from '../storage/test-store.ts';
import { noPages } from '../values/messages.ts';
import { testSnapshot } from './graph-context.ts';

interface Attempt {
  readonly model: Model;
  readonly storage: Storage;
  readonly sources?: Sources;
  readonly storeMilliseconds?: number;
  readonly workedMilliseconds?: number;
  readonly linksRefreshed?: boolean;
  /** Counted from 1. */
  readonly attempt?: number;
}

const now = () => new Date();

export async function openTestStore(folder: string = testFolder()): Promise<Storage> {
  const config = configSchema.parse({ storage: { data_dir: folder } });
  const storage = await openStore(config, { log: silentLog, now });
  let closed: Promise<void> | null = null;
  const close = () => (closed ??= Promise.resolve(storage.close()));
  onTestFinished(close);
  return { ...storage, close };
}

/** The config's model, whose calls are booked in a store. */
export async function openTestModel(ai: object, { records }: Storage): Promise<Model> {
  const config = configSchema.parse({ ai_response: ai });
  const model = openModel(config, { meter: openMeter(config, { records, now }) });
  await loadLangChain();
  return model;
}

/** One attempt at a reply over a real store. `storeMilliseconds` slow down its first read. */
export async function attemptReply(
  ai: object,
  {
    storage,
    model,
    sources,
    storeMilliseconds = 0,
    workedMilliseconds = 0,
    linksRefreshed = false,
    attempt = 1,
  }: Attempt,
): Promise<GenerateResult> {
  const config = configSchema.parse({ ai_response: ai });
  await storage.records.saveSnapshot(testSnapshot);
  const records: typeof storage.records = {
    ...storage.records,
    replyRecord: async (id) => {
      await sleep(storeMilliseconds);
      return storage.records.replyRecord(id);
    },
  };
  const { generateReply } = createReplyActivities(() => ({
    ...storage,
    ...(sources && { sources }),
    records,
    pages: noPages,
    model,
    countTokens: (text) => text.length,
    log: silentLog,
    now,
    config,
    channelFor: channelFor(config, null),
    textsFor: textsFor(config),
  }));
  const heartbeatDetails = { status: 'MODERATING_QUESTION', node: null, workedMilliseconds };
  return new MockActivityEnvironment({ heartbeatDetails, attempt }).run(generateReply, {
    snapshotId: testSnapshot.id,
    linksRefreshed,
  });
}
