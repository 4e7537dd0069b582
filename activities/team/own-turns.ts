import { captureMasks, withOwnTurns } from '../../domain/team/form-pair.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';
import { currentSnapshot } from './current-snapshot.ts';

/**
 * A pair as a model is shown it while the snapshot of its conversation is kept: with Steward's own turns. Null when there are
 * none. Nothing of them is stored.
 */
export async function pairWithOwnTurns(
  deps: Pick<LibraryDeps, 'records' | 'library' | 'config'>,
  qaId: QaId,
): Promise<string | null> {
  const { records, library, config } = deps;
  const entry = await library.rawEntry(qaId);
  const { snapshotId } = await records.pairOrigin(qaId);
  const kept = snapshotId === null ? null : await records.snapshot(snapshotId);
  const { history, batch } = kept ? await currentSnapshot(deps, kept) : { history: [], batch: [] };
  const mask = captureMasks[config.kb.capture_mask];
  const spoken = entry && withOwnTurns(entry, { messages: [...history, ...batch], mask });
  return spoken && formatTopic([spoken]);
}
