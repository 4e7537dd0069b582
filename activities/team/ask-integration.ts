import type { Integration } from '../../domain/team/fold-topic.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import { isQaId, type QaId } from '../../domain/values/qa-id.ts';
import type { QaPair } from '../../domain/team/qa-pair.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { cachedDecide } from '../models/cached-decide.ts';

/** Asks whether a pair adds anything to the older ones, and which of them it replaces. Others that are named do not count. */
export async function askIntegration(
  deps: KnowledgeDeps,
  { slug, pair, shown }: { readonly slug: string; readonly pair: QaPair; readonly shown: readonly QaPair[] },
): Promise<{ readonly integration: Integration; readonly modelCalls: number }> {
  const { value, modelCalls } = await cachedDecide(deps, {
    decision: 'IntegrationResult',
    task: deps.config.kb.team_integration_prompt,
    sections: [
      { name: 'topic', id: slug, text: formatTopic(shown) },
      { name: 'pair', id: pair.qaId, text: formatTopic([pair]) },
    ],
  });
  const present = new Set(shown.map(({ qaId }) => qaId));
  const counts = (id: string): id is QaId => isQaId(id) && present.has(id);
  const removeIds = [...new Set(value.remove_ids.filter(counts))];
  const dropped = value.remove_ids.length - removeIds.length;
  if (dropped > 0) deps.log.warn({ qa_id: pair.qaId, topic: slug, dropped }, 'removals_not_counted');
  return { integration: { skip: value.skip, removeIds }, modelCalls };
}
