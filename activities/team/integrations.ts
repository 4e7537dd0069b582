import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Integration } from '../../domain/team/fold-topic.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import { meantId } from '../../domain/documents/index-file.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { isQaId, type QaId } from '../../domain/values/qa-id.ts';
import type { QaPair } from '../../domain/team/qa-pair.ts';
import type { Insertion } from '../../domain/ports/library.ts';
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
    erasures,
  }: {
    readonly slug: string;
    readonly pair: QaPair;
    readonly shown: readonly QaPair[];
    /** As counted before the pairs were read. */
    readonly erasures: number;
  },
): Promise<{ readonly integration: Integration; readonly modelCalls: number }> {
  const sectionsWith = (text: string): readonly PromptSection[] => [
    { name: 'topic', id: slug, text: formatTopic(shown) },
    { name: 'pair', id: pair.qaId, text },
  ];
  const { value, modelCalls } = await cachedDecide(deps, {
    decision: 'IntegrationResult',
    erasures,
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
  return { integration: { skip: value.skip, removeIds }, modelCalls };
}

interface IntegrationKey {
  readonly generation: number;
  readonly slug: string;
  readonly qaId: QaId;
}

/** An integration that is about to take effect. */
export interface TakenIntegration extends IntegrationKey {
  readonly integration: Integration;
}

const schema = z.object({
  skip: z.boolean(),
  removeIds: z.array(z.string().refine(isQaId)),
  withheld: z.literal(true).optional(),
});

/**
 * The integrations of a generation, an operator's refusal included. When a topic is folded again, no model is asked about
 * a pair that is shown the same pairs as before, even if prompts or the model have changed.
 */
export const integrationsToSave = (taken: readonly TakenIntegration[]): NonNullable<Insertion['decisions']> =>
  taken.map(({ integration, ...place }) => ({ key: keyOf(place), value: JSON.stringify(integration) }));

/** The last integrations of these pairs in a topic. */
export async function savedIntegrations(
  { records }: Pick<LibraryDeps, 'records'>,
  { qaIds, ...place }: Omit<IntegrationKey, 'qaId'> & { readonly qaIds: readonly QaId[] },
): Promise<ReadonlyMap<QaId, Integration>> {
  const found = await records.cachedDecisions(qaIds.map((qaId) => keyOf({ ...place, qaId })));
  return new Map(
    qaIds.flatMap((qaId, at) => {
      const known = schema.safeParse(JSON.parse(found[at] ?? 'null'));
      return known.success ? [[qaId, known.data] as const] : [];
    }),
  );
}

const keyOf = ({ generation, slug, qaId }: IntegrationKey): string =>
  createHash('sha256')
    .update(JSON.stringify(['integration', generation, slug, qaId, 'latest']))
    .digest('hex');
