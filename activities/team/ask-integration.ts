import { formatTopic } from '../../domain/team/qa-blocks.ts';
import { meantId } from '../../domain/documents/index-file.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { QaPair } from '../../domain/team/qa-pair.ts';
import type { LibraryDeps } from '../deps.ts';
import { cachedDecide } from '../models/cached-decide.ts';
import { pairWithOwnTurns } from './own-turns.ts';

/** Asks whether a pair adds anything to the older ones, and which of them it replaces. Drops ids that were not shown. */
export async function askIntegration(
  deps: LibraryDeps,
  {
    slug,
    pair,
    shown,
  }: {
    readonly slug: string;
    readonly pair: QaPair;
    readonly shown: readonly QaPair[];
  },
): Promise<{ readonly skip: boolean; readonly removeIds: readonly QaId[]; readonly modelCalls: number }> {
  const sectionsWith = (text: string): readonly PromptSection[] => [
    { name: 'topic', id: slug, text: formatTopic(shown) },
    { name: 'pair', id: pair.qaId, text },
  ];
  const { value, modelCalls } = await cachedDecide(deps, {
    decision: 'IntegrationResult',
    sections: sectionsWith(formatTopic([pair])),
    shown: async () => {
      const spoken = await pairWithOwnTurns(deps, pair.qaId);
      return spoken === null ? null : sectionsWith(spoken);
    },
  });
  const present = shown.map(({ qaId }) => qaId);
  const removeIds = [...new Set(value.remove_ids.flatMap((id) => meantId(id, present) ?? []))];
  const dropped = value.remove_ids.length - removeIds.length;
  if (dropped > 0) deps.log.warn({ qa_id: pair.qaId, topic: slug, dropped }, 'removals_not_counted');
  return { skip: value.skip, removeIds, modelCalls };
}
