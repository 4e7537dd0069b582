import type { IndexEntry } from '../../../domain/documents/index-file.ts';
import type { SearchHit } from '../../../domain/ports/sources.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';

/*
 * The config has a say: of sources that fit, those of a higher priority come first. It moves what was found, and brings in
 * nothing that was not. Without priorities all are worth the same, and keep their order.
 */

export type PriorityOf = (sourceId: string) => number;

/** One step of `kb.sources[].priority`: two steps add a third, ten give four times as much. */
const worthOfOne = 1.15;

export const hitsByPriority = (hits: readonly SearchHit[], priorityOf: PriorityOf): readonly SearchHit[] =>
  hits
    .map((hit) => ({ ...hit, score: hit.score * worthOfOne ** priorityOf(hit.sourceId) }))
    .toSorted((a, b) => b.score - a.score);

/** Of a shortlist, topics of the team stay first. */
export function entriesByPriority(
  entries: readonly IndexEntry[],
  priorityOf: PriorityOf,
): readonly IndexEntry[] {
  const documents = entries.flatMap((entry, at) =>
    isTeamSource(entry.sourceId)
      ? []
      : [{ entry, place: (at + 1) / worthOfOne ** priorityOf(entry.sourceId) }],
  );
  return [
    ...entries.filter(({ sourceId }) => isTeamSource(sourceId)),
    ...documents.toSorted((a, b) => a.place - b.place).map(({ entry }) => entry),
  ];
}
