import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

/** What a rebuild would take from the live library. */
export interface RemovalsOfRebuild {
  readonly count: number;
  /** As many of them as a person reads. */
  readonly removals: readonly QaId[];
  /** How many of them the archive does not know any more: it is empty, or shorter than it was. */
  readonly notArchived: number;
}

const mostNamed = 500;
const fewest = 5;
const share = 0.1;

/**
 * Live pairs that a rebuilt generation lacks, when they are more than a rebuild may remove by itself, or when the archive has
 * lost them; null otherwise. What was retracted, erased or superseded does not count: somebody has decided that.
 */
export async function removalsToApprove(
  { library, config, log }: Pick<LibraryDeps, 'library' | 'config' | 'log'>,
  generation: number,
): Promise<RemovalsOfRebuild | null> {
  const live = await library.liveGeneration();
  if (generation === live) return null;
  const standing = await standingIn(library, live);
  const rebuilt = new Set(await standingIn(library, generation));
  const { entries, settled } = await library.ledger(generation);
  const isDecided = (id: QaId) => ['retracted', 'superseded'].includes(settled.get(id)?.outcome ?? '');
  const removals = standing.filter((id) => !rebuilt.has(id) && !isDecided(id));
  const archived = new Set(entries.map(({ qaId }) => qaId));
  const notArchived = removals.filter((id) => !archived.has(id)).length;
  const allowed =
    config.kb.max_removals_per_regeneration ?? Math.max(fewest, Math.floor(standing.length * share));
  if (removals.length <= allowed && notArchived === 0) return null;
  log.warn(
    { generation, removals: removals.length, allowed, not_archived: notArchived },
    'regeneration_waits',
  );
  return { count: removals.length, removals: removals.slice(0, mostNamed), notArchived };
}

const standingIn = async (library: LibraryDeps['library'], generation: number): Promise<readonly QaId[]> =>
  (await library.topics(generation)).flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId));
