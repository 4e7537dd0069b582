import {
  findDeployment,
  openRunsOf,
  type Deployment,
  type DeploymentVersion,
  type OpenRuns,
} from '../../../adapters/temporal/deployment/deployment.ts';
import { promote, promotionTarget, rollbackTarget } from '../../../adapters/temporal/deployment/promote.ts';
import { replayRuns } from '../../../adapters/temporal/deployment/replay-runs.ts';
import { findPollers } from '../../../adapters/temporal/runs/inspect-runs.ts';
import type { OfSteward } from '../../../adapters/temporal/client/call-server.ts';
import { stewardCacheDir } from '../../../adapters/packages/cache-dir.ts';
import { installRuntime } from '../../../adapters/temporal/worker/runtime.ts';
import { findVersion } from '../../../adapters/temporal/deployment/saved-bundles.ts';
import type { WorkflowBundle } from '../../../adapters/temporal/deployment/saved-bundles.ts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { finalError } from '../../../domain/ports/errors.ts';
import { countOf } from '../../../domain/values/text.ts';
import { UsageError, exitCodes } from '../../cli/exit.ts';
import type { CommandOptions, JsonOption } from '../../cli/command-parts.ts';
import { textTable } from '../../cli/text-table.ts';
import { withTemporal } from '../../cli/with-temporal.ts';
import { createLogger } from '../../wiring/logger.ts';
import { neededQueues } from '../../wiring/open-adapters.ts';
import { ownWorkflows } from '../../wiring/own-workflows.ts';
import { printJson, printLine, printRows } from '../../cli/print.ts';

/** Silent, because the result of a replay says everything. */
const log = createLogger({ level: 'silent', file: null });

const recentRuns = 500;

/** Replays all open runs, and the last 500 that have ended, on the code of this folder. */
export async function replay({ json, ...options }: CommandOptions & JsonOption): Promise<void> {
  await withTemporal(options, async ({ client, taskQueue, env, progress }) => {
    installRuntime({ log });
    const workflowBundle = await ownWorkflows(env, log);
    const { runs, stopped } = await replayRuns({
      client,
      taskQueue,
      workflowBundle,
      recent: recentRuns,
      progress,
    });
    printRows(stopped, { json, textOf: ({ workflowId, reason }) => `${workflowId}  ${reason}` });
    const version = `version ${workflowBundle.buildId} of the workflows`;
    if (stopped.length > 0) {
      process.exitCode = exitCodes.failed;
      progress(`${countOf(stopped.length, 'run')} of ${runs} cannot continue on ${version}.`);
    } else progress(`${countOf(runs, 'run')} can continue on ${version}.`);
  });
}

interface VersionRow extends DeploymentVersion, OpenRuns {
  readonly isCurrent: boolean;
  readonly workers: readonly string[];
}

/** Prints each version with its open runs and workers, newest first. */
export async function status({ json, ...options }: CommandOptions & JsonOption): Promise<void> {
  await withTemporal(options, async ({ client, taskQueue }) => {
    const { current, versions } = await requireDeployment({ client, taskQueue });
    const { queues } = await findPollers({ client, taskQueue });
    const polling = queues.find(({ queue }) => queue === taskQueue)?.workers ?? [];
    const rows: VersionRow[] = [];
    for (const version of versions) {
      const { buildId } = version;
      rows.push({
        ...version,
        ...(await openRunsOf({ client, taskQueue, buildId })),
        isCurrent: buildId === current,
        workers: polling.filter((worker) => worker.buildId === buildId).map(({ identity }) => identity),
      });
    }
    if (json) for (const row of rows) printJson(versionOf(row));
    else printLine(tableOf(rows));
  });
}

/** A version as `--json` prints it. */
export const versionOf = ({ buildId, isCurrent, createdAt, open, pinned, workers }: VersionRow) => ({
  buildId,
  current: isCurrent,
  createdAt,
  openRuns: open,
  pinnedRuns: pinned,
  workers,
});

const tableOf = (rows: readonly VersionRow[]): string =>
  textTable({
    head: ['version', 'since', 'open runs', 'state', 'workers'],
    rows: rows.map(({ buildId, createdAt, open, pinned, isCurrent, workers }) => [
      buildId,
      createdAt.toISOString().slice(0, 16),
      String(open),
      isCurrent ? 'current' : pinned > 0 ? `needed by ${countOf(pinned, 'run')}` : 'not needed',
      workers.join(', ') || '-',
    ]),
  });

/** Makes the named version current, or the newest one. */
export const promoteVersion = (name: string | undefined, options: CommandOptions): Promise<void> =>
  change(options, (deployment) => named(deployment, name) ?? promotionTarget(deployment));

/** Makes the named version current, or the one that was current before. */
export const rollback = (name: string | undefined, options: CommandOptions): Promise<void> =>
  change(options, (deployment) => named(deployment, name) ?? rollbackTarget(deployment));

function named({ versions }: Deployment, name: string | undefined): DeploymentVersion | null {
  if (name === undefined) return null;
  const found = versions.find(({ buildId }) => buildId === name);
  if (found) return found;
  throw new UsageError(
    `There is no version ${harmlessLine(name)}; the versions are ${versions.map(({ buildId }) => buildId).join(', ')}.`,
  );
}

async function change(
  options: CommandOptions,
  targetOf: (deployment: Deployment) => DeploymentVersion | null,
): Promise<void> {
  await withTemporal(options, async ({ client, taskQueue, config, env, progress }) => {
    const deployment = await requireDeployment({ client, taskQueue });
    const target = targetOf(deployment);
    if (!target) throw finalError('version_unknown', 'No other version was ever current.');
    const { buildId } = target;
    if (buildId === deployment.current) {
      printLine(`Version ${buildId} is already current.`);
      return;
    }
    installRuntime({ log });
    await promote({
      client,
      taskQueue,
      from: deployment,
      workflowBundle: await bundleOf(buildId, env),
      progress,
      isNeeded: neededQueues(config),
    });
    printLine(`Version ${buildId} is current.`);
  });
}

async function requireDeployment(target: OfSteward): Promise<Deployment> {
  const deployment = await findDeployment(target);
  if (deployment && deployment.versions.length > 0) return deployment;
  throw finalError(
    'version_unknown',
    `No worker of ${target.taskQueue} has had a version yet. Start one: npx steward worker`,
  );
}

/** The workflows of this folder, or those of one of the last versions that workers of this host served. */
async function bundleOf(buildId: string, env: NodeJS.ProcessEnv): Promise<WorkflowBundle> {
  const own = await ownWorkflows(env, log);
  if (own.buildId === buildId) return own;
  const found = await findVersion({ buildId, cacheDir: stewardCacheDir(env) });
  if (found) return found;
  throw finalError(
    'version_not_here',
    `The workflows of version ${buildId} are not on this host, so it cannot check whether they continue the open runs. Nothing ` +
      'was changed. Run this command where a worker of that version runs.',
  );
}
