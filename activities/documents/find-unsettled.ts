import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

/**
 * Raw entries that nothing has settled, oldest first. What a run is busy with, or an operator has to repair, is left to
 * it; a run that ended well has settled its entry in a generation that is no longer live.
 */
export async function findUnsettled(
  { library, runs }: LibraryDeps,
  { limit }: { readonly limit: number },
): Promise<readonly QaId[]> {
  const found: QaId[] = [];
  for (const { qaId, messageIds } of await library.unsettled(await library.liveGeneration())) {
    if (found.length === limit) break;
    const capturedAs = [qaId, messageIds.at(-1)].filter((id) => id !== undefined);
    const states = await Promise.all(capturedAs.map((id) => runs.captureState(id)));
    if (!states.includes('open') && !states.includes('unfinished')) found.push(qaId);
  }
  return found;
}
