import { finalError } from '../domain/ports/errors.ts';
import type { Records } from '../domain/ports/records.ts';
import type { Snapshot } from '../domain/intake/snapshot.ts';

/** Throws a final `PortError` if the snapshot is no longer kept. */
export async function requireSnapshot(
  { records }: { readonly records: Pick<Records, 'snapshot'> },
  id: string,
): Promise<Snapshot> {
  const snapshot = await records.snapshot(id);
  if (snapshot) return snapshot;
  throw finalError(
    'snapshot_gone',
    `The conversation of message ${id} is no longer stored, so this run cannot continue`,
  );
}
