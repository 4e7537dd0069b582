import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';
import { ownWorkflowId } from '../lease.ts';

/**
 * Records that a capture has failed for good, which Temporal forgets sooner, and keeps the team's approval for a retry.
 */
export async function closeCapture(
  { library, records, now, log }: Pick<LibraryDeps, 'library' | 'records' | 'now' | 'log'>,
  {
    qaId,
    cause,
    confirmed = null,
  }: {
    readonly qaId: QaId | null;
    readonly cause: string;
    /** The id of the snapshot that the team has approved. */
    readonly confirmed?: string | null;
  },
): Promise<void> {
  const snapshot = confirmed === null ? null : await records.snapshot(confirmed);
  if (snapshot) await records.saveSnapshot({ ...snapshot, teamConfirmed: true });
  const workflowId = ownWorkflowId();
  await library.saveFailedCapture({ workflowId, qaId, cause, failedAt: now().toISOString() });
  log.warn({ qa_id: qaId, cause }, 'capture_failed');
}
