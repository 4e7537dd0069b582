import type { Model } from '../../domain/ports/model.ts';

/** What a step has asked of a model so far. */
export interface Usage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const noUsage: Usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

/** A model that counts what it answers, from `before` on. */
export function meteredModel(
  model: Model,
  before: Usage,
): { readonly model: Model; readonly used: () => Usage } {
  let used = before;
  return {
    used: () => used,
    model: {
      modelFor: (decision) => model.modelFor(decision),
      decide: async (request) => {
        const answer = await model.decide(request);
        used = {
          modelCalls: used.modelCalls + 1,
          inputTokens: used.inputTokens + answer.call.inputTokens,
          outputTokens: used.outputTokens + answer.call.outputTokens,
        };
        return answer;
      },
    },
  };
}
