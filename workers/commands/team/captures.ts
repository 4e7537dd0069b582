import {
  listCaptures,
  type CaptureRow,
  type CaptureStatus,
} from '../../../adapters/temporal/runs/list-captures.ts';
import { approveRemovals, removalsOf } from '../../../adapters/temporal/runs/approve-removals.ts';
import { retryCapture } from '../../../adapters/temporal/runs/retry-capture.ts';
import { showRun } from '../../../adapters/temporal/runs/show-run.ts';
import { pairWithOwnTurns } from '../../../activities/team/own-turns.ts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { failedWith } from '../../../domain/ports/errors.ts';
import { formatTopic } from '../../../domain/team/qa-blocks.ts';
import {
  entryOfCapture,
  isUnrepliedEntry,
  subjectOfCapture,
  type RawEntry,
} from '../../../domain/team/qa-pair.ts';
import { countOf } from '../../../domain/values/text.ts';
import { UsageError } from '../../cli/exit.ts';
import type { CommandOptions, JsonOption } from '../../cli/command-parts.ts';
import { tellWithoutWorker, withSteward } from '../../cli/with-steward.ts';
import type { Steward } from '../../wiring/open-steward.ts';
import { printJson, printLine, printNote, printRows } from '../../cli/print.ts';

interface ListOptions extends CommandOptions, JsonOption {
  readonly status?: CaptureStatus;
}

export async function printCaptures(options: ListOptions): Promise<void> {
  await withSteward({ ...options, asks: false }, async ({ steward }) => {
    const statuses = options.status ? [options.status] : undefined;
    const rows = await listCaptures({ ...steward, statuses });
    printRows(rows, { ...options, textOf: lineOf });
    if (rows.length === 0 && !options.json) printNote(await whyNone(steward, options.status));
  });
}

async function whyNone({ storage }: Steward, status: CaptureStatus | undefined): Promise<string> {
  if (status) return `No capture has the status ${status}.`;
  const { length } = await storage.library.rawEntries();
  if (length === 0) return 'Nothing has been captured yet.';
  const holds = `The archive holds ${countOf(length, 'entry', 'entries')}`;
  return `There are no captures. ${holds}: imported ones have none, and Temporal forgets those that ended.`;
}

const lineOf = ({ status, workflowId, startedAt, outcome, topic }: CaptureRow): string =>
  [
    status.padEnd(8),
    startedAt,
    ...[workflowId, outcome ?? '-', topic ?? ''].map((text) => harmlessLine(text)),
  ]
    .join('  ')
    .trimEnd();

/** Prints the run, its pair, and the pairs that it waits to remove. */
export async function showCapture(workflowId: string, options: CommandOptions): Promise<void> {
  await withSteward({ ...options, asks: false }, async ({ config, steward: { client, storage } }) => {
    const { library } = storage;
    const failure = (await library.failedCaptures()).find((one) => one.workflowId === workflowId) ?? null;
    const raw = await library.rawEntries();
    const entries = new Map(raw.map((entry) => [entry.qaId, entry]));
    const entry = entryOfCapture(raw, failure?.qaId ?? subjectOfCapture(workflowId));
    const textOf = (pair: RawEntry | undefined) => pair && formatTopic([pair]);
    const run = await showRun({ client, workflowId }).catch((error: unknown) => {
      // The store may know a capture that Temporal does not.
      if (!failedWith(error, 'run_unknown') || (!failure && !entry)) throw error;
      return { workflowId, failure: failure ? [failure.cause] : [] };
    });
    const removals = await removalsOf({ client, workflowId });
    const line = {
      ...run,
      pair: textOf(entry) ?? null,
      // What a model sees of the pair, as long as the conversation's snapshot is kept.
      withOwnTurns: entry ? await pairWithOwnTurns({ ...storage, config }, entry.qaId) : null,
      unreplied: entry !== undefined && isUnrepliedEntry(entry),
      wouldRemove: removals.map((qaId) => textOf(entries.get(qaId)) ?? qaId),
    };
    printJson(line, 2);
  });
}

export async function retryCaptures(
  workflowId: string | undefined,
  options: CommandOptions & { readonly allFailed: boolean },
): Promise<void> {
  if ((workflowId === undefined) !== options.allFailed) {
    throw new UsageError(
      'Name one capture, or --all-failed. Example: npx steward captures retry steward/capture/1234',
    );
  }
  await withSteward({ ...options, asks: false }, async (context) => {
    const { steward } = context;
    const failed = await failedCaptures(steward);
    if (workflowId !== undefined) requireFailed(failed, workflowId);
    const ids = workflowId === undefined ? failed : [workflowId];
    for (const id of ids) {
      await retryCapture({ ...steward, workflowId: id });
      printLine(`${id} runs again`);
    }
    if (ids.length > 0) await tellWithoutWorker(context);
    else printNote('No capture has failed.');
  });
}

export async function skipCapture(workflowId: string, options: CommandOptions): Promise<void> {
  await withSteward({ ...options, asks: false }, async ({ steward }) => {
    requireFailed(await failedCaptures(steward), workflowId);
    const { library } = steward.storage;
    const entry = entryOfCapture(await library.rawEntries(), subjectOfCapture(workflowId));
    await library.skipCapture({ workflowId, qaId: entry?.qaId ?? null });
    printLine(`${workflowId} is skipped`);
  });
}

const failedCaptures = async (steward: Steward): Promise<readonly string[]> =>
  (await listCaptures({ ...steward, statuses: ['failed'] })).map(({ workflowId }) => workflowId);

/** Rejects other ids, which may be those of replies. */
function requireFailed(failed: readonly string[], workflowId: string): void {
  if (failed.includes(workflowId)) return;
  throw new UsageError(`${harmlessLine(workflowId)} is no failed capture: npx steward captures list`);
}

export async function decideRemovalsOf(
  workflowId: string,
  { approve, ...options }: CommandOptions & { readonly approve: boolean },
): Promise<void> {
  await withSteward({ ...options, asks: false }, async (context) => {
    const removals = await approveRemovals({ client: context.steward.client, workflowId, approve });
    const count = countOf(removals.length, 'pair');
    printLine(`${workflowId} continues and ${approve ? 'removes' : 'keeps'} ${count}`);
    await tellWithoutWorker(context);
  });
}
