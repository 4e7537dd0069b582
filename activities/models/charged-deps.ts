import type { Operation } from '../../domain/ports/usage.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { chargedTo } from './charged-to.ts';
import type { KnowledgeDeps } from '../deps.ts';

/** The same parts, whose model's calls are booked to an operation and, where it is for one alone, to a guild. */
export const chargedDeps = (
  deps: KnowledgeDeps,
  operation: Operation,
  guildId: string | null = null,
): KnowledgeDeps => ({ ...deps, model: chargedTo(deps.model, { operation, guildId, userId: null }) });

/** For a capture: the guild that the conversation took place in, as long as its snapshot is kept. */
export async function capturingDeps(
  deps: KnowledgeDeps,
  input: { readonly qaId: QaId } | { readonly snapshotId: string },
): Promise<KnowledgeDeps> {
  const { snapshotId } = 'qaId' in input ? await deps.records.pairOrigin(input.qaId) : input;
  const snapshot = snapshotId === null ? null : await deps.records.snapshot(snapshotId);
  return chargedDeps(deps, 'capture', snapshot?.place.guildId ?? null);
}
