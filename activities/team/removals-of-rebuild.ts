import { removalCap } from '../../domain/team/related-entries.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

/** Pairs that a rebuild would remove from the live library. */
export interface RemovalsOfRebuild {
  readonly removals: readonly QaId[];
  /** How many of them the archive has lost. */
  readonly notArchived: number;
}

/**
 * Live pairs that a rebuilt generation lacks, if a person has to approve their removal: because they are many, or
 * because the archive has lost some. Null otherwise. Retracted, erased and superseded pairs do not count, since they
 * were decided about.
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
  const allowed = removalCap(config.kb.max_removals_per_regeneration, standing.length);
  if (removals.length <= allowed && notArchived === 0) return null;
  log.warn(
    { generation, removals: removals.length, allowed, not_archived: notArchived },
    'regeneration_waits',
  );
  return { removals, notArchived };
}

/** Whether a yes to these removals covers those of now: none is new, and the archive has lost no more. */
export function isApproved(now: RemovalsOfRebuild, approved: RemovalsOfRebuild): boolean {
  const approvedIds = new Set(approved.removals);
  return now.notArchived <= approved.notArchived && now.removals.every((id) => approvedIds.has(id));
}

const standingIn = async (library: LibraryDeps['library'], generation: number): Promise<readonly QaId[]> =>
  (await library.topics(generation)).flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId));
