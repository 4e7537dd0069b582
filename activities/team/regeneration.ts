import type { RegenerationCounts } from '../../domain/team/regeneration-counts.ts';
import { deduplicate, removalCap } from '../../domain/team/related-entries.ts';
import type { ModelUsage } from '../../domain/operations/model-usage.ts';
import type { LibraryDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { holdLease, releaseLease, type LeasingRun } from '../lease.ts';
import { meteredModel } from '../models/charged-model.ts';
import { reindex } from './reindex.ts';
import { integrateInRebuild } from './integrate.ts';
import { classify } from './classify.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { failsOneInput } from '../errors.ts';

interface Regeneration extends LeasingRun {
  readonly generation: number;
}

const hold = (deps: LibraryDeps, run: LeasingRun): Promise<string> => holdLease(deps, 'regeneration', run);

/** Opens a new generation, or finds the one that this run has begun, and settles what de-duplication drops. */
export async function beginRegeneration(deps: LibraryDeps, run: LeasingRun) {
  const generation = await deps.library.openGeneration(await hold(deps, run));
  const { kept, superseded } = deduplicate(await deps.library.unsettled(generation));
  const dropped = superseded.map(({ qaId }) => ({ qaId, outcome: 'superseded', topic: null }) as const);
  await deps.library.settle(generation, dropped);
  deps.log.info({ generation, entries: kept.length, superseded: superseded.length }, 'regeneration_started');
  return { generation, settled: (await deps.library.ledger(generation)).settled.size, left: kept.length };
}

/**
 * Settles up to `limit` entries, oldest first, and ends early once `milliseconds` have passed, so that a pause does not
 * wait long. Entries that an earlier attempt has settled are not repeated.
 */
export async function regenerateEntries(
  deps: LibraryDeps,
  { limit, milliseconds, ...run }: Regeneration & { readonly limit: number; readonly milliseconds: number },
) {
  await hold(deps, run);
  const { generation } = run;
  const endAt = performance.now() + milliseconds;
  const { signal, report } = stepRun();
  const { model, used } = meteredModel(deps.model);
  const waiting = await deps.library.unsettled(generation);
  let withheld = 0;
  let done = 0;
  for (const { qaId } of waiting.slice(0, limit)) {
    signal.throwIfAborted();
    const reached = { done, of: waiting.length };
    report(() => reached);
    withheld += await settleEntry({ ...deps, model }, { qaId, generation });
    done += 1;
    if (performance.now() >= endAt) break;
  }
  const { settled } = await deps.library.ledger(generation);
  const topics = (await deps.library.topics(generation)).length;
  // `done` by this attempt, `settled` in the generation so far; `withheld` are removals above the cap, which are logged and not made.
  return { done, settled: settled.size, left: waiting.length - done, topics, withheld, ...used() };
}

/** Describes every topic of the generation once. */
export async function describeTopics(deps: LibraryDeps, run: Regeneration): Promise<ModelUsage> {
  await hold(deps, run);
  const { generation } = run;
  const { report } = stepRun();
  const { model, used } = meteredModel(deps.model);
  const topics = (await deps.library.topics(generation)).map(({ slug }) => slug);
  for (const slug of topics) {
    report(used);
    await reindex({ ...deps, model }, { generation, topics: [slug] }).catch((error: unknown) => {
      if (!failsOneInput(error)) throw error;
      // The topic's newest questions stand in for a description, and a refresh asks again.
      deps.log.warn({ topic: slug, generation, code: error.code }, 'topic_not_described');
    });
  }
  return used();
}

export interface PublishInput extends Regeneration {
  /** The removals that somebody said yes to. */
  readonly approvedRemovals?: RemovalsOfRebuild | null;
}

export interface PublishResult extends Omit<RegenerationCounts, 'generation' | 'entries'> {
  readonly published: boolean;
  /** New entries that have to be settled first. */
  readonly left: number;
  /** Removals that a person has to approve first, or null. */
  readonly waits: RemovalsOfRebuild | null;
}

/**
 * Makes the generation live in one transaction, unless new entries have to be settled or removals approved first. Entries that
 * came after a yes may remove more pairs: those need a yes of their own.
 */
export async function publishGeneration(
  deps: LibraryDeps,
  { approvedRemovals = null, ...run }: PublishInput,
): Promise<PublishResult> {
  await hold(deps, run);
  const { generation } = run;
  const removals = await removalsToApprove(deps, generation);
  const waits = removals && approvedRemovals && isApproved(removals, approvedRemovals) ? null : removals;
  const unsettledCount = waits ? 0 : (await deps.library.publish(generation)).length;
  const published = waits === null && unsettledCount === 0;
  const result = { published, left: unsettledCount, waits, ...(await countsOf(deps, generation)) };
  if (published) deps.log.info({ generation, ...result }, 'regeneration_completed');
  return result;
}

async function countsOf({ library }: LibraryDeps, generation: number) {
  const { settled } = await library.ledger(generation);
  const outcomes = [...settled.values()].map(({ outcome }) => outcome);
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  return {
    failed: count('failed'),
    integrated: count('integrated'),
    skipped: count('skipped'),
    superseded: count('superseded'),
    topics: (await library.topics(generation)).length,
  };
}

/** Ends a regeneration: drops what was not published and lets the next one begin. Harmless when repeated. */
export async function endRegeneration(
  deps: LibraryDeps,
  { generation, ...run }: LeasingRun & { readonly generation: number | null },
): Promise<void> {
  const { library } = deps;
  if (generation !== null && generation !== (await library.liveGeneration()))
    await library.discard(generation);
  await releaseLease(deps, 'regeneration', run);
}

/**
 * Classify, then integrate: what a capture does step by step, and a regeneration for entry after entry. An entry that a
 * model refuses or answers unusably is settled as failed. Returns how many removals were withheld.
 */
async function settleEntry(
  deps: LibraryDeps,
  { qaId, generation }: { readonly qaId: QaId; readonly generation: number },
): Promise<number> {
  try {
    const { topic } = await classify(deps, { qaId, generation });
    return (await integrateInRebuild(deps, { qaId, topic, generation })).withheld.length;
  } catch (error) {
    if (!failsOneInput(error)) throw error;
    deps.log.warn({ qa_id: qaId, generation, code: error.code }, 'entry_failed');
    await deps.library.settle(generation, [{ qaId, outcome: 'failed', topic: null, cause: error.code }]);
    return 0;
  }
}

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
