import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Integration } from '../../domain/team/fold-topic.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { isQaId, type QaId } from '../../domain/values/qa-id.ts';
import type { QaPair } from '../../domain/team/qa-pair.ts';
import type { Insertion } from '../../domain/ports/library.ts';
import type { LibraryDeps } from '../deps.ts';
import { cachedDecide } from '../models/cached-decide.ts';
import { pairWithOwnTurns } from './own-turns.ts';

/** Asks whether a pair adds anything to the older ones, and which of them it replaces. Others that are named do not count. */
export async function askIntegration(
  deps: LibraryDeps,
  { slug, pair, shown }: { readonly slug: string; readonly pair: QaPair; readonly shown: readonly QaPair[] },
): Promise<{ readonly integration: Integration; readonly modelCalls: number }> {
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
  const present = new Set(shown.map(({ qaId }) => qaId));
  const counts = (id: string): id is QaId => isQaId(id) && present.has(id);
  const removeIds = [...new Set(value.remove_ids.filter(counts))];
  const dropped = value.remove_ids.length - removeIds.length;
  if (dropped > 0) deps.log.warn({ qa_id: pair.qaId, topic: slug, dropped }, 'removals_not_counted');
  return { integration: { skip: value.skip, removeIds }, modelCalls };
}

/** Which decision is meant: about this pair, in this topic of this generation. */
export interface IntegrationKey {
  readonly generation: number;
  readonly slug: string;
  readonly qaId: QaId;
}

/** A decision as it took effect, with the pairs that were shown. */
export interface DecidedIntegration extends IntegrationKey {
  readonly shown: readonly QaId[];
  readonly integration: Integration;
}

const schema = z.object({
  skip: z.boolean(),
  removeIds: z.array(z.string().refine(isQaId)),
  withheld: z.literal(true).optional(),
});

/**
 * What was decided in a generation, an operator's no included: replaying a topic asks no model for what it has decided
 * already, although prompts or the model may have changed since.
 */
export function decisionsToSave(taken: readonly DecidedIntegration[]): NonNullable<Insertion['decisions']> {
  const values = new Map<string, string>();
  for (const { integration, shown, ...place } of taken) {
    for (const ids of [shown, null]) values.set(keyOf(place, ids), JSON.stringify(integration));
  }
  return [...values].map(([key, value]) => ({ key, value }));
}

/** `same`: with the pairs that were shown. `latest`: the last decision about the pair in the topic. */
export async function recallIntegration(
  { records }: Pick<LibraryDeps, 'records'>,
  place: IntegrationKey,
  shown: readonly QaId[],
): Promise<{ readonly same: Integration | null; readonly latest: Integration | null }> {
  const found = await records.cachedDecisions([shown, null].map((ids) => keyOf(place, ids)));
  const [same = null, latest = null] = found.map((json) =>
    json === null ? null : (schema.safeParse(JSON.parse(json)).data ?? null),
  );
  return { same, latest };
}

const keyOf = ({ generation, slug, qaId }: IntegrationKey, shown: readonly QaId[] | null): string =>
  createHash('sha256')
    .update(JSON.stringify(['integration', generation, slug, qaId, shown?.toSorted() ?? 'latest']))
    .digest('hex');
