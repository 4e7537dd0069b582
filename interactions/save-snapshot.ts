import { PortError } from '../domain/ports/errors.ts';
import { snapshotExpiry, type Snapshot } from '../domain/intake/snapshot.ts';
import type { HandlerDeps } from './handler.ts';

/** Keeps what a run is to be about. Repeating it changes nothing. */
export async function saveSnapshot({ storage, now }: HandlerDeps, snapshot: Snapshot): Promise<void> {
  const expiresAt = snapshotExpiry(now());
  const kept = await storage.records.claim({
    runChain: snapshot.id,
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
