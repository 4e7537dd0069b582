import { extractiveModel } from './llm.ts';

interface Named {
  readonly model: string | null;
}

/** Models that are used and have no price: what they cost is unknown, so no budget in dollars can hold them. */
export function unpricedModels({
  ai_response,
  kb,
  models,
}: {
  readonly ai_response: { readonly llm: Named };
  readonly kb: { readonly llm: Named | null };
  readonly models: { readonly prices: Readonly<Record<string, unknown>> };
}): readonly string[] {
  const used = [ai_response.llm.model, kb.llm?.model ?? null];
  const unpriced = used.filter(
    (name): name is string =>
      name !== null && name !== extractiveModel && !Object.hasOwn(models.prices, name),
  );
  return [...new Set(unpriced)];
}
