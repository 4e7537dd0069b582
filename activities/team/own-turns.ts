import { snapshotOfPair } from '../../domain/intake/snapshot.ts';
import { captureMasks, withOwnTurns } from '../../domain/team/form-pair.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';
import { currentSnapshot } from './current-snapshot.ts';

/**
 * A pair with Steward's own turns, as models see it while the snapshot of its conversation is kept. Null if there are
 * none. These turns are not stored.
 */
export async function pairWithOwnTurns(
  deps: Pick<LibraryDeps, 'records' | 'library' | 'config'>,
  qaId: QaId,
): Promise<string | null> {
  const { records, library, config } = deps;
  const entry = await library.rawEntry(qaId);
  const pairSnapshot = await snapshotOfPair(records, qaId);
  const { history, batch } = pairSnapshot
    ? await currentSnapshot(deps, pairSnapshot)
    : { history: [], batch: [] };
  const mask = captureMasks[config.kb.capture_mask];
  const spoken = entry && withOwnTurns(entry, { messages: [...history, ...batch], mask });
  return spoken && formatTopic([spoken]);
}
