import {
  orderRegenerations,
  startRegenerate,
  type RegenerationOrder,
} from '../../../adapters/temporal/runs/regenerations.ts';
import { uiLink } from '../../wiring/temporal-server.ts';
import { waitShowing } from '../../../adapters/temporal/runs/wait-for-result.ts';
import { countOf } from '../../../domain/values/text.ts';
import { formatUsd } from '../../../domain/operations/model-usage.ts';
import {
  regenerationProgressQuery,
  type RegenerateResult,
  type RegenerationProgress,
} from '../../../workflows/contract/team.ts';
import { describeProgress } from '../../../workflows/team/regeneration-progress.ts';
import { UsageError } from '../../cli/exit.ts';
import { showComparison } from './show-comparison.ts';
import type { CommandOptions, JsonOption } from '../../cli/command-parts.ts';
import { tellWithoutWorker, withSteward, type CommandContext } from '../../cli/with-steward.ts';
import { printJson, printLine, printNote, printRows } from '../../cli/print.ts';

interface RegenerateOptions extends CommandOptions, JsonOption {
  readonly dryRun: boolean;
  readonly wait: boolean;
  readonly pause?: boolean;
  readonly resume?: boolean;
  readonly cancel?: boolean;
}

/** Starts a regeneration, or pauses, resumes or cancels the one that runs. */
export async function regenerate(options: RegenerateOptions): Promise<void> {
  const orders = (['pause', 'resume', 'cancel'] as const).filter((name) => options[name]);
  const [order] = orders;
  if (orders.length > 1 || (order && (options.wait || options.dryRun))) {
    throw new UsageError(
      '--pause, --resume and --cancel stand alone. Example: npx steward regenerate --pause',
    );
  }
  const worksHere = options.wait || options.dryRun;
  await withSteward({ ...options, asks: worksHere, onOwnQueues: worksHere }, (context) =>
    order ? give(context, { order, ...options }) : run(context, options),
  );
}

const taken: Readonly<Record<RegenerationOrder, string>> = {
  pause: 'pauses when its current step ends, within seconds',
  resume: 'continues',
  cancel: 'ends within seconds; the live library stays unchanged',
};

async function give(
  context: CommandContext,
  { order, json }: JsonOption & { readonly order: RegenerationOrder },
): Promise<void> {
  const runs = await orderRegenerations({ ...context.steward, order });
  printRows(runs, { json, textOf: ({ workflowId }) => `${workflowId} ${taken[order]}` });
  if (runs.length > 0) await tellWithoutWorker(context);
  else printNote('No regeneration is running.');
}

/** With `wait` and for a dry run, this process does the work, too. */
async function run(context: CommandContext, { wait, dryRun, json }: RegenerateOptions): Promise<void> {
  const { steward, temporal, progress } = context;
  const run = await startRegenerate({ ...steward, input: dryRun ? { dryRun } : {} });
  const { uiUrl, settings } = temporal;
  const where = uiUrl ? uiLink({ uiUrl, namespace: settings.namespace, ...run }) : run.workflowId;
  progress(`${dryRun ? 'Dry run' : 'Regeneration'} started: ${where}`);
  if (wait || dryRun) {
    await steward.work(['library']);
    const result = await waitShowing<RegenerateResult, RegenerationProgress>({
      client: steward.client,
      ...run,
      query: regenerationProgressQuery,
      show: (now) => progress.phase({ ...now, phase: now.step, line: (pace) => describeProgress(now, pace) }),
    });
    if (json) printJson({ ...result, workflowId: run.workflowId });
    else printLine(await textOf(context, result));
    return;
  }
  if (json) printJson(run);
  await tellWithoutWorker(context);
}

async function textOf({ steward: { storage } }: CommandContext, result: RegenerateResult): Promise<string> {
  const { generation, integrated, skipped, superseded, changes } = result;
  const counts =
    `${countOf(result.entries, 'entry', 'entries')}, ${integrated} integrated, ${skipped} skipped, ${superseded} superseded, ` +
    `${countOf(result.topics, 'topic')}, ${countOf(result.modelCalls, 'model call')}, ${formatUsd(result.costUsd)}${withheldOf(result)}${failedOf(result)}`;
  if (result.outcome === 'rejected')
    return `Nothing was published, because its removals were rejected: ${counts}`;
  if (!changes) return `Generation ${generation} is live: ${counts}`;
  const comparison = await storage.library.comparison();
  const diff =
    comparison?.generation === generation
      ? showComparison(comparison, await storage.library.rawEntries())
      : 'Another dry run has ended since, and its differences replaced those of this one.';
  return (
    `${diff}\n\nNothing was published: ${counts}. ${countOf(changes.topicsNew, 'topic')} new, ${changes.topicsGone} gone, ` +
    `${changes.topicsChanged} changed; ${countOf(changes.pairsAdded, 'pair')} added, ${changes.pairsRemoved} removed, ` +
    `${changes.pairsMoved} moved.${result.needsApproval ? ' A rebuild would wait for a yes or no to what it removes.' : ''}`
  );
}

/** Removals that were not made: above the cap, or refused by a person. */
const withheldOf = ({ removalsWithheld: count }: RegenerateResult): string =>
  count === 0 ? '' : `, ${countOf(count, 'removal')} not made (the log names them)`;

const failedOf = ({ failed, failedEntries }: RegenerateResult): string =>
  failed === 0
    ? ''
    : `, ${failed} failed: ${failedEntries.map(({ qaId, cause }) => `${qaId} (${cause})`).join(', ')}`;
