import { Context } from '@temporalio/activity';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

export const ownWorkflowId = (): string => Context.current().info.workflowExecution?.workflowId ?? '';

/** A capture has failed for good: the store holds that for longer than Temporal does. */
export async function closeCapture(
  { library, now, log }: Pick<LibraryDeps, 'library' | 'now' | 'log'>,
  { qaId, cause }: { readonly qaId: QaId | null; readonly cause: string },
): Promise<void> {
  const workflowId = ownWorkflowId();
  await library.saveFailedCapture({ workflowId, qaId, cause, failedAt: now().toISOString() });
  log.warn({ qa_id: qaId, cause }, 'capture_failed');
}
