import { msToTs } from '@temporalio/common/lib/time.js';
import { describeGrpcFailure } from './grpc-failure.ts';
import type { NamespaceTarget } from './namespace-target.ts';

/** As long as an operator may want to look at a run, and as workflow ids refuse a second start. */
const retentionSeconds = 30 * 86_400;

export async function prepareRetention({ connection, namespace, log }: NamespaceTarget): Promise<void> {
  const { workflowService } = connection;
  try {
    const { config } = await workflowService.describeNamespace({ namespace });
    const former = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    if (former >= retentionSeconds) return;
    await workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(retentionSeconds * 1000) },
    });
    log.info(
      {
        event: 'temporal.retention_raised',
        namespace,
        formerHours: former / 3600,
        hours: retentionSeconds / 3600,
      },
      'Retention raised to 30 days',
    );
  } catch (error) {
    log.warn(
      { event: 'temporal.retention_not_raised', namespace, reason: describeGrpcFailure(error) },
      'Closed runs may be forgotten before 30 days; to keep them, run: ' +
        `temporal operator namespace update --namespace ${namespace} --retention 720h`,
    );
  }
}
