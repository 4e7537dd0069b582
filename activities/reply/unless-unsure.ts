import type { AIResult } from '../../domain/reply/ai-result.ts';

/**
 * Where a channel takes confident answers alone, one that the model is less sure of stays unsaid, unless the member asked
 * directly. An answer without a number (one that people approved, or a pointer to another channel) counts as sure.
 */
export function unlessUnsure(
  result: AIResult,
  {
    minConfidence,
    askedDirectly,
  }: { readonly minConfidence: number | null; readonly askedDirectly: boolean },
): AIResult {
  const { confidence } = result.debug;
  const isSure = minConfidence === null || confidence === null || confidence >= minConfidence;
  if (askedDirectly || isSure || !result.should_reply) return result;
  return { ...result, should_reply: false, debug: { ...result.debug, reason: 'not_confident' } };
}
