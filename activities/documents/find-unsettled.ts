import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

/**
 * Raw entries that nothing has settled, oldest first. Leaves out entries of open runs and of failed runs, which an
 * operator has to repair. A completed run may have settled its entry in a former generation.
 */
export async function findUnsettled(
  { library, runs }: LibraryDeps,
  { limit }: { readonly limit: number },
): Promise<readonly QaId[]> {
  await library.takeInArchive();
  const unsettledIds: QaId[] = [];
  for (const { qaId, messageIds } of await library.unsettled(await library.liveGeneration())) {
    if (unsettledIds.length === limit) break;
    const capturedAs = [qaId, messageIds.at(-1)].filter((id) => id !== undefined);
    const states = await Promise.all(capturedAs.map((id) => runs.captureState(id)));
    if (!states.includes('open') && !states.includes('unfinished')) unsettledIds.push(qaId);
  }
  return unsettledIds;
}
