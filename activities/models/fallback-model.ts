import { modelCallErrors } from '../../domain/values/error-codes.ts';
import { failedWith } from '../../domain/ports/errors.ts';
import type { Model } from '../../domain/ports/model.ts';

/**
 * Models in an order: where one is away, over its quota, refuses or cannot use the prompt, the next one is asked. Budgets, limits
 * and a cancelled step end the chain. If all fail, the error is that of the first, whose settings an operator looks at first.
 */
export function withFallbacks([first, ...others]: readonly [Model, ...Model[]]): Model {
  if (others.length === 0) return first;
  return {
    modelFor: (decision) => [first, ...others].map((model) => model.modelFor(decision)).join(' > '),
    async decide(request) {
      if (request.byLast) return (others.at(-1) ?? first).decide(request);
      try {
        return await first.decide(request);
      } catch (error) {
        for (const model of others) {
          if (!failedWith(error, ...modelCallErrors)) break;
          request.signal?.throwIfAborted();
          const answer = await model.decide(request).catch(unlessOfModel);
          if (answer) return answer;
        }
        throw error;
      }
    },
  };
}

function unlessOfModel(error: unknown): null {
  if (failedWith(error, ...modelCallErrors)) return null;
  throw error;
}
