import type { Model } from '../../domain/ports/model.ts';
import type { CallAccount } from '../../domain/ports/usage.ts';

/** The same model, whose calls are booked to an account. */
export const chargedTo = (model: Model, account: CallAccount): Model => ({
  modelFor: (decision) => model.modelFor(decision),
  decide: (request) => model.decide({ account, ...request }),
});
