import { addUsage, usageOf, type ModelUsage } from '../../domain/operations/model-usage.ts';
import type { Model } from '../../domain/ports/model.ts';

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
