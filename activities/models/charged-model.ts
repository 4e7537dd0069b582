import type { Model } from '../../domain/ports/model.ts';
import type { CallAccount, Operation } from '../../domain/ports/usage.ts';
import type { LibraryDeps } from '../deps.ts';
import { addUsage, noUsage, usageOf, type ModelUsage } from '../../domain/operations/model-usage.ts';

/** A model whose calls are booked to an account. */
export const chargedTo = (model: Model, account: CallAccount): Model => ({
  modelFor: (decision) => model.modelFor(decision),
  decide: (request) => model.decide({ account, ...request }),
});

/** Dependencies whose model calls are booked to an operation. */
export const chargedDeps = (deps: LibraryDeps, operation: Operation): LibraryDeps => ({
  ...deps,
  model: chargedTo(deps.model, { operation }),
});

/** A model that counts what it uses. */
export function meteredModel(model: Model): { readonly model: Model; readonly used: () => ModelUsage } {
  let used = noUsage;
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
