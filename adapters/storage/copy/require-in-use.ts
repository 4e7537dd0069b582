import { mistake } from '../../../domain/ports/errors.ts';
import { saidAs } from '../database/revisions.ts';
import type { Transaction } from '../database/database.ts';

/**
 * A backup has the identity of its store, and of two that both went on each would miss what the other knows. So a backup says that
 * it is one, and is not worked with.
 */
export const backupMark = 'backup';

/** Throws a final `PortError` for a backup. */
export async function requireInUse(trx: Transaction, place: string): Promise<void> {
  const backup = await saidAs(trx, backupMark);
  if (backup !== null)
    throw mistake(
      'storage_aside',
      `${place} is a backup of ${backup}. Use it with: npx steward storage restore ${place}`,
    );
}
