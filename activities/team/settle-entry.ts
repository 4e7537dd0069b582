import type { IntegrateResult } from './integrate.ts';
import { classify } from './classify.ts';
import { integrate } from './integrate.ts';
import type { KnowledgeDeps } from '../deps.ts';
import type { QaId } from '../../domain/values/qa-id.ts';

/** Classify, then integrate: what a capture does step by step, and a regeneration for entry after entry. */
export async function settleEntry(
  deps: KnowledgeDeps,
  { qaId, generation }: { readonly qaId: QaId; readonly generation: number },
): Promise<IntegrateResult & { readonly modelCalls: number }> {
  const { topic, modelCalls } = await classify(deps, { qaId, generation });
  const integrated = await integrate(deps, { qaId, topic, generation, aboveCap: 'withhold' });
  return { ...integrated, modelCalls: modelCalls + integrated.modelCalls };
}
