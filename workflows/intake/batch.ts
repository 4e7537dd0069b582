import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { RoutedBatch } from '../../domain/intake/snapshot.ts';
import { cameLate, windowEnd, type OpenWindow } from '../../domain/intake/quiet-windows.ts';
import {
  authorTyping,
  messageArrived,
  type BatchInput,
  type BatchResult,
  type WindowEnd,
} from '../contract/intake.ts';
import { messageIdAttribute } from '../contract/names.ts';
import { timingsOf } from '../contract/timings.ts';
import { increment } from '../measure.ts';
import { shouldContinueAsNew, startChildOnce, startsOfRun } from '../run.ts';
import { discordSteps, requireInput } from '../steps.ts';

const keptWindows = 20;

/**
 * Collects the messages of one author in one channel or thread until the author neither writes nor types, then routes them.
 * Messages that arrive meanwhile form the next window, and the run ends only when none are left, so none is lost.
 */
export async function batchWorkflow(input: BatchInput): Promise<BatchResult> {
  requireInput(input, ['authorId']);
  const { pending, seen, lateOf, wantedOf, nextWindow } = openWindows(input);
  const timings = timingsOf(input);
  const { gatherContext } = discordSteps(timings);
  const { firstExecutionRunId } = workflowInfo();
  const windows: WindowEnd[] = [];
  do {
    setCurrentDetails(`Waiting until the author is quiet: ${pending.length} message(s) so far`);
    const messageIds = await nextWindow();
    if (messageIds.length > 0) {
      setCurrentDetails(`Gathering the context of ${messageIds.length} message(s)`);
      if (seen.size > 1) upsertSearchAttributes([messageIdAttribute([...seen])]);
      const gathered = await gatherContext({
        owner: firstExecutionRunId,
        messageIds,
        lateIds: lateOf(messageIds),
        ...wantedOf(messageIds),
      });
      const ids = await Promise.all(gathered.batches.map((routed) => startFor(routed, input)));
      for (const outcome of [
        ...gathered.batches.map(({ route }) => route),
        ...(gathered.ignored === null ? [] : [gathered.ignored]),
      ])
        increment('steward_windows_total', { outcome });
      windows.push({ messageIds, workflowIds: ids, ignored: gathered.ignored });
    }
    if (pending.length > 0 && shouldContinueAsNew(windows.length, timings.windowsPerRun)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof batchWorkflow>({
        ...input,
        pending,
        lateIds: lateOf(pending),
        ...wantedOf(pending),
      });
    }
  } while (pending.length > 0);
  setCurrentDetails(windows.map(describeWindow).join('\n'));
  return { windows: windows.slice(-keptWindows) };
}

/** Handles the signals about messages and typing. `nextWindow` waits for a quiet window, and takes the messages in it. */
function openWindows(input: BatchInput) {
  const pending: string[] = [...(input.pending ?? [])];
  const seen = new Set(pending);
  const late = new Set(input.lateIds);
  const wanted = new Set(input.wantedIds);
  const now = Date.now();
  let window: OpenWindow = { firstAt: now, messageAt: now, typedAt: null, isDirect: false };
  let events = 0;
  setHandler(messageArrived, (id, isDirect = false, isAgain = false, isWanted = false) => {
    if (isWanted) wanted.add(id);
    if (seen.has(id) && !(isAgain && !pending.includes(id))) return;
    seen.add(id);
    pending.push(id);
    if (cameLate(id, Date.now())) late.add(id);
    window = { ...window, messageAt: Date.now(), typedAt: null, isDirect: window.isDirect || isDirect };
    events += 1;
  });
  setHandler(authorTyping, () => {
    window = { ...window, typedAt: Date.now() };
    events += 1;
  });

  async function nextWindow(): Promise<readonly string[]> {
    window = { ...window, firstAt: Date.now(), messageAt: Date.now() };
    for (;;) {
      const before = events;
      const remainingMilliseconds = windowEnd(window, input) - Date.now();
      if (remainingMilliseconds <= 0 || !(await condition(() => events !== before, remainingMilliseconds)))
        break;
    }
    window = { ...window, typedAt: null, isDirect: false };
    return pending.splice(0);
  }

  const lateOf = (ids: readonly string[]): readonly string[] => ids.filter((id) => late.has(id));
  /** Nothing is added where there is none, so that recorded histories stay as they are. */
  const wantedOf = (ids: readonly string[]): { readonly wantedIds?: readonly string[] } => {
    const wantedIds = ids.filter((id) => wanted.has(id));
    return wantedIds.length > 0 ? { wantedIds } : {};
  };
  return {
    pending: pending as readonly string[],
    seen: seen as ReadonlySet<string>,
    lateOf,
    wantedOf,
    nextWindow,
  };
}

const describeWindow = ({ messageIds, workflowIds: ids, ignored }: WindowEnd): string =>
  `${messageIds.length} message(s): ${ids.length > 0 ? ids.join(', ') : `ignored, ${ignored}`}`;

/** Starts the reply or capture of a batch, which outlives this run, and returns its id. */
async function startFor(routed: RoutedBatch, { timings }: BatchInput): Promise<string> {
  const start = startsOfRun()[routed.route]({ routed, timings });
  await startChildOnce(start);
  return start.workflowId;
}
