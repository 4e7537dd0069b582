import { type PortError, mistake } from '../../../domain/ports/errors.ts';
import { saidAs } from '../database/revisions.ts';
import type { Transaction } from '../database/database.ts';

/**
 * A copy has the identity of its store, and of two that both went on each would miss what the other knows. So a store that was
 * copied elsewhere says where to, a backup says that it is one, and neither is worked with.
 */
export const asideMarks = { moved: 'moved', backup: 'backup' } as const;

/** Throws a final `PortError` for a store that has moved, and for a backup. */
export async function requireInUse(trx: Transaction, place: string): Promise<void> {
  const moved = await saidAs(trx, asideMarks.moved);
  if (moved !== null)
    throw aside(
      `${place} was copied to ${moved}, which is the store since then. Set storage.kind and STEWARD__STORAGE__URL to it; to go ` +
        'on here all the same, copy that one back with --again.',
    );
  const backup = await saidAs(trx, asideMarks.backup);
  if (backup !== null)
    throw aside(`${place} is a backup of ${backup}. Use it with: npx steward storage restore ${place}`);
}

const aside = (message: string): PortError => mistake('storage_aside', message);
