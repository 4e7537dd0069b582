import { Context } from '@temporalio/activity';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

export const ownWorkflowId = (): string => Context.current().info.workflowExecution?.workflowId ?? '';

/** A capture has failed for good: the store holds that for longer than Temporal does, and the team's yes to it for whoever retries it. */
export async function closeCapture(
  { library, records, now, log }: Pick<LibraryDeps, 'library' | 'records' | 'now' | 'log'>,
  {
    qaId,
    cause,
    confirmed = null,
  }: {
    readonly qaId: QaId | null;
    readonly cause: string;
    /** The snapshot that the team has said yes to. */
    readonly confirmed?: string | null;
  },
): Promise<void> {
  const snapshot = confirmed === null ? null : await records.snapshot(confirmed);
  if (snapshot) await records.saveSnapshot({ ...snapshot, teamConfirmed: true });
  const workflowId = ownWorkflowId();
  await library.saveFailedCapture({ workflowId, qaId, cause, failedAt: now().toISOString() });
  log.warn({ qa_id: qaId, cause }, 'capture_failed');
}
