/** What was asked of models, together. */
export interface ModelUsage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. Null as soon as the cost of one call is unknown: a part is not the whole. */
  readonly costUsd: number | null;
}

export const noUsage: ModelUsage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

export const addUsage = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  modelCalls: a.modelCalls + b.modelCalls,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
});

type Call = Omit<ModelUsage, 'modelCalls'> & { readonly modelCalls?: number };

/** Calls that were made, or sums of them, together. */
export const usageOf = (calls: readonly Call[]): ModelUsage =>
  calls.reduce<ModelUsage>((sum, call) => addUsage(sum, { modelCalls: 1, ...call }), noUsage);
