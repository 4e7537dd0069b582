import {
  listFailed,
  listWaiting,
  retryCapture,
  type CaptureRow,
} from '../../../adapters/temporal/runs/captures.ts';
import { removalsOf } from '../../../adapters/temporal/runs/approve-removals.ts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { formatTopic } from '../../../domain/team/qa-blocks.ts';
import { entryOfCapture, subjectOfCapture, type RawEntry } from '../../../domain/team/qa-pair.ts';
import { workflowIds } from '../../../workflows/contract/names.ts';
import { UsageError } from '../../cli/exit.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { tellWithoutWorker, withSteward, type CommandContext } from '../../cli/with-steward.ts';
import { uiLink } from '../../wiring/temporal-server.ts';
import { printLine, printNote, printRows } from '../../cli/print.ts';

/** Prints what an operator has to do something about: failed captures, then what waits for a yes or no with its words. */
export async function printCaptures(options: ConfigOption & JsonOption): Promise<void> {
  await withSteward({ ...options, asks: false, reads: true }, async (context) => {
    const { steward } = context;
    const entries = await steward.storage.library.rawEntries();
    const failed = (await listFailed(steward)).map((row) => shownRow(context, row, entries));
    const waiting = (await listWaiting(steward)).map(async (row) => {
      const removals = await removalsOf(steward.client, row.workflowId);
      return shownRow(context, row, entries, removals);
    });
    const rows = [...failed, ...(await Promise.all(waiting))];
    printRows(rows, { ...options, textOf });
    if (rows.length === 0 && !options.json)
      printNote('No capture has failed, and none waits for a yes or no.');
  });
}

type ShownRow = ReturnType<typeof shownRow>;

function shownRow(
  { temporal: { uiUrl, settings } }: CommandContext,
  row: CaptureRow,
  entries: readonly RawEntry[],
  removals: readonly string[] | null = null,
) {
  const { workflowId } = row;
  const inWords = (entry: RawEntry | undefined) => entry && formatTopic([entry]);
  return {
    ...row,
    status: removals === null ? 'failed' : 'waiting',
    /** Of the run in Temporal's UI. */
    link: uiUrl && uiLink({ uiUrl, namespace: settings.namespace, workflowId }),
    pair: inWords(entryOfCapture(entries, subjectOfCapture(workflowId))) ?? null,
    /** The pairs that it waits to remove. */
    wouldRemove: (removals ?? []).map((qaId) => inWords(entries.find((one) => one.qaId === qaId)) ?? qaId),
  };
}

const textOf = ({ status, startedAt, workflowId, outcome, link, pair, wouldRemove }: ShownRow): string =>
  [
    [status.padEnd(8), startedAt, harmlessLine(workflowId), harmlessLine(outcome ?? '-'), link ?? '']
      .join('  ')
      .trimEnd(),
    ...(pair === null ? [] : ['The pair:', pair]),
    ...(wouldRemove.length > 0 ? ['It would remove:', ...wouldRemove] : []),
  ].join('\n');

/** Runs one failed capture again, by default all. */
export async function retryCaptures(workflowId: string | undefined, options: ConfigOption): Promise<void> {
  await withSteward({ ...options, asks: false, reads: true }, async (context) => {
    const { steward } = context;
    // Another id may be that of a reply.
    if (workflowId?.startsWith(workflowIds(steward.taskQueue).capture('')) === false)
      throw new UsageError(`${harmlessLine(workflowId)} is no capture: npx steward captures list`);
    const failed = workflowId === undefined ? await listFailed(steward) : [{ workflowId }];
    const ids = failed.map((row) => row.workflowId);
    for (const id of ids) {
      await retryCapture({ ...steward, workflowId: id });
      printLine(`${id} runs again`);
    }
    if (ids.length > 0) await tellWithoutWorker(context);
    else printNote('No capture has failed.');
  });
}
