import { formatIndex, parseIndex } from '../../../domain/documents/index-file.ts';
import type { Sources } from '../../../domain/ports/sources.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';

type Searching = Pick<Sources, 'search' | 'shortlist'>;

/** The factor of one step of `kb.sources[].priority`: two steps add a third, ten give four times as much. */
const worthOfOne = 1.15;

/**
 * A search in which the config has a say: of sources that fit, those of a higher priority come first. It moves what was
 * found, and brings in nothing that was not. Without priorities the search is what it is.
 */
export function withPriorities<Port extends Searching>(
  searching: Port,
  { priorityOf, hasAny }: { readonly priorityOf: (sourceId: string) => number; readonly hasAny: boolean },
): Port {
  if (!hasAny) return searching;
  const worth = (sourceId: string): number => worthOfOne ** priorityOf(sourceId);
  return {
    ...searching,
    async search(request) {
      const hits = await searching.search(request);
      return hits
        .map((hit) => ({ ...hit, score: hit.score * worth(hit.sourceId) }))
        .toSorted((a, b) => b.score - a.score);
    },

    async shortlist(request) {
      const list = await searching.shortlist(request);
      if (!list.bySearch) return list;
      const entries = parseIndex(list.text);
      const isTopic = ({ sourceId }: { readonly sourceId: string }) => isTeamSource(sourceId);
      const places = new Map(entries.map(({ sourceId }, at) => [sourceId, (at + 1) / worth(sourceId)]));
      const documents = entries
        .filter((entry) => !isTopic(entry))
        .toSorted((a, b) => (places.get(a.sourceId) ?? 0) - (places.get(b.sourceId) ?? 0));
      const inOrder = [...entries.filter(isTopic), ...documents];
      return { ...list, text: inOrder.map((entry) => formatIndex([entry])).join('\n') };
    },
  };
}
