import { qaIdFromTimestamp } from '../../../domain/values/qa-id.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import type { ScriptedAnswer, ScriptedCall } from '../provider/scripted-provider.ts';
import { agreeable } from '../provider/agreeable.ts';
import { quickTimings, type TestSteward } from '../steward.ts';
import type { RegenerateInput, RegenerationProgress } from '../../../workflows/contract/team.ts';
import { uniqueId } from '../temporal.ts';

/** Entry 7 was written seven minutes after entry 0. By default each has a conversation of its own. */
export function rawEntry(minute: number, over: Partial<RawEntry> = {}): RawEntry {
  const timestamp = new Date(Date.UTC(2026, 1, 1) + minute * 60_000).toISOString().replace('.000Z', 'Z');
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    conversationId: `thread_${minute}`,
    messageIds: [String(minute * 10 + 1), String(minute * 10 + 2)],
    turns: [
      { label: 'User', text: `Where is number ${minute}?` },
      { label: 'Team', text: `On shelf ${minute}.` },
    ],
    ...over,
  };
}

export async function fillArchive({ storage }: TestSteward, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    await storage.library.appendRaw(rawEntry(minute), new Date('2026-02-04T12:00:00Z'));
  }
}

/** Pairs go to two topics, by the parity of their number. */
export function librarian(call: ScriptedCall): ScriptedAnswer | Promise<ScriptedAnswer> {
  if (call.decision !== 'ClassificationResult') return agreeable(call);
  const number = Number(/shelf (\d+)/u.exec(call.text('pair'))?.[1]);
  return { skip: false, topic_name: number % 2 === 0 ? 'even' : 'odd' };
}

/** Starts a run under an id as a person would type it. `undefined` is no input at all. */
export async function startRegeneration(
  { client, config }: TestSteward,
  input?: RegenerateInput | object,
): Promise<RegenerationHandle> {
  const workflowId = `rebuild by hand ${uniqueId()}`;
  const taskQueue = config.temporal.task_queue;
  const args = input === undefined ? [] : [input];
  const run = await client.workflow.start('regenerateWorkflow', { workflowId, taskQueue, args });
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    firstRunId: run.firstExecutionRunId,
    result: () => run.result(),
    signal: (name) => handle.signal(name),
    cancel: async () => void (await handle.cancel()),
    terminate: async () => void (await handle.terminate()),
    progress: () => handle.query<RegenerationProgress>('progress'),
  };
}

export interface RegenerationHandle {
  readonly workflowId: string;
  readonly firstRunId: string;
  readonly result: () => Promise<unknown>;
  readonly signal: (name: string) => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly terminate: () => Promise<void>;
  readonly progress: () => Promise<RegenerationProgress>;
}

/** Settles one entry per step. */
export const stepByStep = { timings: quickTimings, pace: { entriesPerStep: 1 } };

/** What a reader of the library sees: each topic with its pairs, and the index. */
export async function liveLibrary({ storage: { library } }: TestSteward): Promise<string> {
  const live = await library.liveGeneration();
  const topics = (await library.topics(live)).map(({ slug, text }) => `${slug}\n${text}`);
  return [...topics, await library.index(live)].join('\n');
}
