import { PortError } from '../domain/ports/errors.ts';
import { snapshotExpiry, type Snapshot } from '../domain/intake/snapshot.ts';
import type { DeskDeps } from './desk-deps.ts';

/** Keeps what a run is to be about. Repeating it changes nothing. */
export async function keepSnapshot({ storage, now }: DeskDeps, snapshot: Snapshot): Promise<void> {
  const expiresAt = snapshotExpiry(now());
  const kept = await storage.records.claim({
    chain: snapshot.id,
    messageIds: [],
    snapshot,
    reason: snapshot.route,
    expiresAt,
  });
  if (kept) return;
  throw new PortError({
    kind: 'final',
    code: 'person_forgotten',
    message: 'The conversation holds words of a person who was forgotten',
  });
}
