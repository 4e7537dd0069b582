import type { Model } from '../../domain/ports/model.ts';
import type { CallAccount, Operation } from '../../domain/ports/usage.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';
import { addUsage, usageOf, type ModelUsage } from '../../domain/operations/model-usage.ts';

/** The same model, whose calls are booked to an account. */
export const chargedTo = (model: Model, account: CallAccount): Model => ({
  modelFor: (decision) => model.modelFor(decision),
  decide: (request) => model.decide({ account, ...request }),
});

/** The same parts, whose model's calls are booked to an operation and, where it is for one alone, to a guild. */
export const chargedDeps = (
  deps: LibraryDeps,
  operation: Operation,
  guildId: string | null = null,
): LibraryDeps => ({ ...deps, model: chargedTo(deps.model, { operation, guildId, userId: null }) });

/** For a capture: the guild that the conversation took place in, as long as its snapshot is kept. */
export async function capturingDeps(
  deps: LibraryDeps,
  input: { readonly qaId: QaId } | { readonly snapshotId: string },
): Promise<LibraryDeps> {
  const { snapshotId } = 'qaId' in input ? await deps.records.pairOrigin(input.qaId) : input;
  const snapshot = snapshotId === null ? null : await deps.records.snapshot(snapshotId);
  return chargedDeps(deps, 'capture', snapshot?.location.guildId ?? null);
}

/** A model that counts what it answers, from `before` on. */
export function meteredModel(
  model: Model,
  before: ModelUsage,
): { readonly model: Model; readonly used: () => ModelUsage } {
  let used = before;
  return {
    used: () => used,
    model: {
      modelFor: (decision) => model.modelFor(decision),
      decide: async (request) => {
        const answer = await model.decide(request);
        used = addUsage(used, usageOf([answer.call]));
        return answer;
      },
    },
  };
}
