import { PortError } from '../../domain/ports/errors.ts';
import type { Insertion, Ledger, Topic } from '../../domain/ports/library.ts';
import { sharesGroup } from '../../domain/documents/source-scope.ts';
import { likeliestPairs } from '../../domain/documents/excerpts.ts';
import {
  withoutOwnTurns,
  type CapturedOutcome,
  type RawEntry,
  type Settled,
  type QaPair,
} from '../../domain/team/qa-pair.ts';
import { slugFromSourceId } from '../../domain/team/topic-slug.ts';
import { byTime, compareQaIds, type QaId } from '../../domain/values/qa-id.ts';
import type { LibraryDeps } from '../deps.ts';
import { requireEntry } from './classify.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import { meantId } from '../../domain/documents/index-file.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { cachedDecide } from '../models/cached-decide.ts';
import { shownWithOwnTurns } from './current-snapshot.ts';

export interface IntegrateResult {
  readonly outcome: CapturedOutcome;
  readonly topic: string | null;
  /** Topics whose text changed. */
  readonly changedTopics: readonly string[];
  /** Removals that the model wanted and that were not made: above the cap, or refused by a person. */
  readonly withheld: readonly QaId[];
  readonly modelCalls: number;
}

/** More removals than a capture may make without approval: nothing was changed, and a person decides. */
export interface RemovalsToDecide {
  readonly outcome: 'waiting';
  readonly removals: readonly QaId[];
  readonly modelCalls: number;
}

export interface IntegrateRequest {
  readonly qaId: QaId;
  readonly topic: string | null;
  readonly generation: number;
  /** An operator's yes or no, and the removals that it is about. */
  readonly decision?: { readonly approve: boolean; readonly removals: readonly QaId[] } | null;
}

/** The most that a model sees of a long topic beside a pair. */
const longest = { maxPairs: 20, maxTokens: 4_000 } as const;

/**
 * Inserts an entry into its topic, and takes out what it replaces: older captures of its conversation, and pairs that a model or a
 * person says are outdated by it. No lock is held while a model is asked: if a topic has changed meanwhile, nothing is written, and a
 * transient `PortError` lets the step run again. The transaction also settles the entry, so for a settled one everything is done.
 */
export async function integrate(
  deps: LibraryDeps,
  request: IntegrateRequest,
): Promise<IntegrateResult | RemovalsToDecide> {
  const plan = await planInsertion(deps, request);
  if ('outcome' in plan) return plan;
  const { undecided, modelCalls } = plan;
  return isAbove(deps, plan)
    ? { outcome: 'waiting', removals: undecided, modelCalls }
    : insert(deps, request, plan, undecided);
}

/** The same in a rebuild, which waits for nobody: removals above the cap are not made. */
export async function integrateInRebuild(
  deps: LibraryDeps,
  request: IntegrateRequest,
): Promise<IntegrateResult> {
  const plan = await planInsertion(deps, request);
  if ('outcome' in plan) return plan;
  return insert(deps, request, plan, isAbove(deps, plan) ? [] : plan.undecided);
}

const isAbove = ({ config }: LibraryDeps, { undecided }: Plan): boolean =>
  undecided.length > config.kb.max_removals_per_capture;

interface Plan {
  readonly entry: RawEntry;
  readonly topics: readonly Topic[];
  readonly settle: Settled & { readonly outcome: CapturedOutcome };
  /** Older captures of the conversation. */
  readonly replaced: readonly QaId[];
  /** How many captures of the conversation had found a topic when the topics were read. */
  readonly captured: number;
  /** Removals that a person has said yes to, in whatever topic they stand. */
  readonly allowed: readonly QaId[];
  /** Removals that the model wants and that nobody has decided about. */
  readonly undecided: readonly QaId[];
  /** Removals that the model wants and that a person has said no to. */
  readonly refused: readonly QaId[];
  readonly modelCalls: number;
}

async function planInsertion(
  deps: LibraryDeps,
  { qaId, generation, topic: home, decision = null }: IntegrateRequest,
): Promise<Plan | IntegrateResult> {
  const { library } = deps;
  if (decision) {
    const { approve: approved, removals } = decision;
    await library.saveRemovalApproval({ qaId, approved, removals });
  }
  const ledger = await library.ledger(generation);
  const settled = ledger.settled.get(qaId);
  if (settled && settled.outcome !== 'failed') return resultOf(settled.outcome, settled.topic);
  const entry = withoutOwnTurns(requireEntry(ledger, qaId));
  const captures = otherCaptures(ledger, entry);
  const captured = captures.filter((id) => topicOf(ledger, id) !== null).length;
  const topics = await library.topics(generation);
  const none = {
    entry,
    topics,
    captured,
    replaced: [],
    allowed: [],
    undecided: [],
    refused: [],
    modelCalls: 0,
  };
  // A newer one that classify has skipped has nothing to put in this one's place.
  const isSuperseded = captures.some((id) => compareQaIds(id, qaId) > 0 && topicOf(ledger, id) !== null);
  if (home === null || isSuperseded)
    return { ...none, settle: { qaId, outcome: isSuperseded ? 'superseded' : 'skipped', topic: null } };

  const replaced = captures.filter((id) => compareQaIds(id, qaId) < 0);
  const { isSkipped, wanted, modelCalls } = await askTopics(deps, entry, home, topics, replaced);
  if (isSkipped) return { ...none, replaced, modelCalls, settle: { qaId, outcome: 'skipped', topic: home } };
  const decided = await library.decidedRemovals(qaId);
  return {
    ...none,
    replaced,
    modelCalls,
    settle: { qaId, outcome: 'integrated', topic: home },
    allowed: [...decided].flatMap(([id, isYes]) => (isYes ? [id] : [])),
    undecided: wanted.filter((id) => !decided.has(id)),
    refused: wanted.filter((id) => decided.get(id) === false),
  };
}

const topicOf = ({ settled }: Ledger, qaId: QaId): string | null => settled.get(qaId)?.topic ?? null;

const otherCaptures = ({ entries }: Ledger, { qaId, conversationId }: RawEntry): readonly QaId[] =>
  entries.flatMap((other) =>
    other.conversationId === conversationId && other.qaId !== qaId ? [other.qaId] : [],
  );

/** Asks about the entry in its topic, and in topics whose answers it corrects. Only older pairs can be outdated by it. */
async function askTopics(
  deps: LibraryDeps,
  entry: RawEntry,
  home: string,
  topics: readonly Topic[],
  replaced: readonly QaId[],
) {
  const { correctedSourceIds, isTyped } = await deps.records.pairOrigin(entry.qaId);
  const slugs = new Set([home, ...correctedSourceIds.flatMap((id) => slugFromSourceId(id) ?? [])]);
  const isOfOthers = await pairsOfOtherGroups(deps, entry.qaId);
  const wanted = new Set<QaId>();
  let isSkipped = false;
  let modelCalls = 0;
  for (const slug of slugs) {
    const pairs = topics.find((topic) => topic.slug === slug)?.pairs ?? [];
    const older = pairs.filter(
      (pair) => byTime(pair, entry) < 0 && !replaced.includes(pair.qaId) && !isOfOthers(pair.qaId),
    );
    // Of pairs that are equally alike the newest count.
    const likeliest = likeliestPairs(older.toReversed(), {
      query: entry.turns.map(({ text }) => text).join('\n'),
      ...longest,
      countTokens: deps.countTokens,
    });
    const shownPairs = older.filter((pair) => likeliest.includes(pair));
    if (shownPairs.length === 0) continue;
    const modelAnswer = await askIntegration(deps, slug, entry, shownPairs);
    modelCalls += modelAnswer.modelCalls;
    isSkipped ||= slug === home && modelAnswer.skip && !isTyped;
    for (const id of modelAnswer.removeIds) wanted.add(id);
  }
  return { isSkipped, wanted: [...wanted], modelCalls };
}

/** Whether a pair was said where other sources answer than where this one was: they say nothing of each other. */
async function pairsOfOtherGroups({ records, channelFor }: LibraryDeps, qaId: QaId) {
  const channels = await records.channelsOfPairs();
  const groupsOf = (id: QaId) => channelFor(channels.get(id) ?? '')?.sources ?? null;
  const pairGroups = groupsOf(qaId);
  return (id: QaId): boolean => !sharesGroup(groupsOf(id), pairGroups);
}

async function insert(
  deps: LibraryDeps,
  { qaId, generation }: IntegrateRequest,
  { entry, topics, settle, captured, replaced, allowed, undecided, refused, modelCalls }: Plan,
  /** The removals that nobody has decided about and that are made; all or none. */
  made: readonly QaId[],
): Promise<IntegrateResult> {
  const isInserted = settle.outcome === 'integrated';
  const withheld = [...refused, ...undecided.filter((id) => !made.includes(id))];
  const leaving = new Set([...replaced, ...allowed, ...made]);
  const home = isInserted ? settle.topic : null;
  const rewrites: Insertion['rewrites'][number][] = topics.flatMap(({ slug, version, pairs }) => {
    const staying = pairs.filter((pair) => !leaving.has(pair.qaId));
    if (slug !== home && staying.length === pairs.length) return [];
    const inserted = slug === home ? [...staying, entry].toSorted(byTime) : staying;
    return [{ slug, expectedVersion: version, pairs: inserted }];
  });
  if (home !== null && !topics.some(({ slug }) => slug === home))
    rewrites.push({ slug: home, expectedVersion: null, pairs: [entry] });
  if ((await deps.library.insert({ generation, settle, rewrites, captured })) === 'conflict')
    throw topicConflict(qaId);
  if (withheld.length > 0)
    deps.log.warn({ qa_id: qaId, topic: settle.topic, generation, withheld }, 'removals_withheld');
  deps.log.info(
    { qa_id: qaId, topic: settle.topic, outcome: settle.outcome, generation },
    'topic_file_updated',
  );
  const changedTopics = rewrites.map(({ slug }) => slug);
  return { ...resultOf(settle.outcome, settle.topic), changedTopics, withheld, modelCalls };
}

const resultOf = (outcome: CapturedOutcome, topic: string | null): IntegrateResult => ({
  outcome,
  topic,
  changedTopics: topic === null ? [] : [topic],
  withheld: [],
  modelCalls: 0,
});

/** Somebody else has written, so the next attempt need not wait as after an outage. */
const topicConflict = (qaId: QaId): PortError =>
  new PortError({
    kind: 'transient',
    code: 'topic_conflict',
    message: `A topic has changed while ${qaId} was being integrated; it is integrated again`,
    retryAfterSeconds: 1,
  });

/** Asks whether a pair adds anything to the older ones, and which of them it replaces. Drops ids that were not shown. */
async function askIntegration(deps: LibraryDeps, slug: string, pair: QaPair, olderPairs: readonly QaPair[]) {
  const sectionsWith = (text: string): readonly PromptSection[] => [
    { name: 'topic', id: slug, text: formatTopic(olderPairs) },
    { name: 'pair', id: pair.qaId, text },
  ];
  const { value, modelCalls } = await cachedDecide(deps, {
    decision: 'IntegrationResult',
    sections: sectionsWith(formatTopic([pair])),
    shown: () => shownWithOwnTurns(deps, pair.qaId, sectionsWith),
  });
  const present = olderPairs.map(({ qaId }) => qaId);
  const removeIds = [...new Set(value.remove_ids.flatMap((id) => meantId(id, present) ?? []))];
  const dropped = value.remove_ids.length - removeIds.length;
  if (dropped > 0) deps.log.warn({ qa_id: pair.qaId, topic: slug, dropped }, 'removals_not_counted');
  return { skip: value.skip, removeIds, modelCalls };
}
