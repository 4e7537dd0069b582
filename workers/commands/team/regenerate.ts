import { startRegenerate } from '../../../adapters/temporal/runs/runs.ts';
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
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { tellWithoutWorker, withSteward } from '../../cli/with-steward.ts';
import { printJson, printLine } from '../../cli/print.ts';

/** Starts a rebuild of the library, which the workers do, and shows its progress. It goes on without this process. */
export async function regenerate({ json, ...options }: ConfigOption & JsonOption): Promise<void> {
  await withSteward({ ...options, asks: false }, async (context) => {
    const { steward, temporal, progress } = context;
    const run = await startRegenerate(steward);
    const { uiUrl, settings } = temporal;
    const where = uiUrl ? uiLink({ uiUrl, namespace: settings.namespace, ...run }) : run.workflowId;
    progress(`Regeneration started: ${where}`);
    await tellWithoutWorker(context);
    const result = await waitShowing<RegenerateResult, RegenerationProgress>({
      client: steward.client,
      ...run,
      query: regenerationProgressQuery,
      show: (now) => progress.phase({ ...now, phase: now.step, line: (pace) => describeProgress(now, pace) }),
    });
    if (json) printJson({ ...result, workflowId: run.workflowId });
    else printLine(textOf(result));
  });
}

function textOf(result: RegenerateResult): string {
  const { generation, integrated, skipped, superseded } = result;
  const counts =
    `${countOf(result.entries, 'entry', 'entries')}, ${integrated} integrated, ${skipped} skipped, ${superseded} superseded, ` +
    `${countOf(result.topics, 'topic')}, ${countOf(result.modelCalls, 'model call')}, ${formatUsd(result.costUsd)}${withheldOf(result)}${failedOf(result)}`;
  return result.outcome === 'rejected'
    ? `Nothing was published, because its removals were rejected: ${counts}`
    : `Generation ${generation} is live: ${counts}`;
}

/** Removals that were not made: above the cap, or refused by a person. */
const withheldOf = ({ removalsWithheld: count }: RegenerateResult): string =>
  count === 0 ? '' : `, ${countOf(count, 'removal')} not made (the log names them)`;

const failedOf = ({ failed }: RegenerateResult): string =>
  failed === 0 ? '' : `, ${failed} failed: npx steward captures list`;
