import type { Timings } from '../../workflows/contract/timings.ts';
import { randomInt } from 'node:crypto';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { author, channel, message, repliesTo } from './values/messages.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { routedBatchOf, newSnapshot, type Snapshot } from '../../domain/intake/snapshot.ts';
import type { CaptureResult } from '../../workflows/contract/team.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { quickTimings, type TestSteward } from './steward.ts';
import { uniqueId } from './temporal.ts';

/** A time before 2020. All tests of a server share the ids of runs, so each test needs a time of its own. */
export const someTime = (): Date => new Date(randomInt(1_000_000_000, 1_570_000_000) * 1_000);

const topics = ['alpha', 'beta', 'alpha', 'gamma', 'delta'];

/** An entry of the nth second of a test's time, in a conversation of its own. */
export function entryAt(start: Date, second: number, over: Partial<RawEntry> = {}): RawEntry {
  const topic = topics[second % topics.length] ?? '';
  const timestamp = timestampFromDate(new Date(start.getTime() + second * 1_000));
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    turns: [
      { label: 'User', text: `Question ${second}, topic ${topic}` },
      { label: 'Team', text: `Answer ${second}` },
    ],
    conversationId: `thread_${uniqueId()}`,
    messageIds: [uniqueId()],
    ...over,
  };
}

export async function startRaw(
  { client, taskQueue }: TestSteward,
  { qaId }: Pick<RawEntry, 'qaId'>,
): Promise<string> {
  const start = startsOf(taskQueue).captureEntry({ qaId, timings: quickTimings });
  return (await startOnce(client, start)).workflowId;
}

export const ended = async ({ client }: Pick<TestSteward, 'client'>, workflowId: string) =>
  (await client.workflow.getHandle(workflowId).result()) as CaptureResult;

/** Writes entries into the archive and captures them, all at once, to their ends. */
export async function captureAll(steward: TestSteward, entries: readonly RawEntry[]): Promise<void> {
  for (const entry of entries) await steward.storage.library.appendRaw(entry, new Date());
  const ids = await Promise.all(entries.map((entry) => startRaw(steward, entry)));
  await Promise.all(ids.map((id) => ended(steward, id)));
}

/** A conversation as `gatherContext` saves it: a member's question and the team's answer. */
export function conversation(createdAt: Date, question: string): Snapshot {
  const time = (later: number) => new Date(createdAt.getTime() + later).toISOString();
  const anna = author('anna');
  const location = channel({ channelId: uniqueId() });
  const asked = message(1, {
    location,
    id: uniqueId(),
    author: anna,
    text: question,
    createdAt: time(-5_000),
  });
  const answered = message(2, {
    id: uniqueId(),
    location,
    author: author('maya', 'team_member'),
    text: 'Set the port to 8080.',
    createdAt: time(0),
    repliesTo: repliesTo(asked.id, anna),
  });
  return newSnapshot({
    id: answered.id,
    route: 'capture',
    batch: [answered],
    history: [asked],
    conversationId: `reply_${asked.id}`,
  });
}

/** Starts the capture of a conversation, as a batch does. */
export async function startConversation(
  steward: TestSteward,
  snapshot: Snapshot,
  timings: Partial<Timings> = quickTimings,
): Promise<string> {
  const { client, config, storage } = steward;
  const messageIds = snapshot.batch.map(({ id }) => id);
  await storage.records.claim({ owner: snapshot.id, messageIds, snapshot, reason: '' });
  const capture = { routed: routedBatchOf(snapshot), timings };
  const start = startsOf(config.temporal.task_queue).capture(capture);
  return (await startOnce(client, start)).workflowId;
}

export async function liveTopics({ storage: { library } }: Pick<TestSteward, 'storage'>) {
  return (await library.topics(await library.liveGeneration())).map(({ slug, text }) => ({ slug, text }));
}

export async function standingIds(steward: Pick<TestSteward, 'storage'>): Promise<readonly string[]> {
  const { library } = steward.storage;
  const topics = await library.topics(await library.liveGeneration());
  return topics.flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId)).toSorted();
}
