import { createHash } from 'node:crypto';
import { removalCap } from '../../domain/team/related-entries.ts';
import { compareQaIds, type QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';

/** Pairs that a rebuild would remove from the live library. */
export interface RemovalsOfRebuild {
  readonly count: number;
  /** The first 500 of them. */
  readonly removals: readonly QaId[];
  /** The hash of all of them. */
  readonly hash: string;
  /** How many of them the archive has lost. */
  readonly notArchived: number;
}

const mostNamed = 500;

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
  const hash = createHash('sha256').update(removals.toSorted(compareQaIds).join('\n')).digest('hex');
  return { count: removals.length, removals: removals.slice(0, mostNamed), hash, notArchived };
}

/**
 * Whether a yes to these removals covers those of now: none is new, and the archive has lost no more. More than are named have to be
 * the very same.
 */
export const isApproved = (now: RemovalsOfRebuild, approved: RemovalsOfRebuild): boolean =>
  now.notArchived <= approved.notArchived &&
  (now.hash === approved.hash ||
    (now.count === now.removals.length && now.removals.every((id) => approved.removals.includes(id))));

const standingIn = async (library: LibraryDeps['library'], generation: number): Promise<readonly QaId[]> =>
  (await library.topics(generation)).flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId));
