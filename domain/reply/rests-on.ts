import { partsShown, type Excerpt } from '../documents/excerpts.ts';
import { rankParts } from '../search/best-parts.ts';
import { erasedAuthor } from '../team/erased-turns.ts';
import { isTeamSource } from '../team/topic-slug.ts';
import { contentHash } from '../values/content-hash.ts';
import { collapseWhitespace } from '../values/text.ts';
import type { Citation, ReplyRecord, RestsOn } from './reply-record.ts';

type Text = Parameters<typeof partsShown>[0];

/** Those that have most in common with the answer. */
const maxHashes = 30;

/** A text that was only laid out anew is the same. */
export const hashOf = ({ text }: { readonly text: string }): string =>
  contentHash(collapseWhitespace(text)).slice(0, 16);

/** What stood in the prompt of the sources that an answer cites: of a topic only the cited pairs, if it names some. */
export function restsOn({
  sources,
  excerpts,
  citations,
  answer,
}: {
  readonly sources: readonly Text[];
  readonly excerpts: readonly Excerpt[];
  readonly citations: readonly Citation[];
  readonly answer: string;
}): RestsOn['sources'] {
  const parts = sources.flatMap((source) => {
    const { sourceId } = source;
    const cited = citations.filter((citation) => citation.sourceId === sourceId);
    const qaIds: ReadonlySet<string> = new Set(cited.flatMap((citation) => citation.qaIds));
    const shownParts = cited.length === 0 ? [] : partsShown(source, excerpts);
    const named = shownParts.filter((part) => 'pair' in part && qaIds.has(part.pair.qaId));
    return (named.length > 0 ? named : shownParts).map((part) => ({ ...part, sourceId }));
  });
  const best = rankParts(parts)(answer).slice(0, maxHashes);
  const bySource = Map.groupBy(
    best.flatMap((at) => parts[at] ?? []),
    ({ sourceId }) => sourceId,
  );
  return [...bySource].map(([sourceId, parts]) => ({ sourceId, hashes: parts.map(hashOf) }));
}

/** The hashes of everything in a source. */
export const hashesIn = (source: Text): ReadonlySet<string> => new Set(partsShown(source).map(hashOf));

/** Gives the hashes of a document, or of all pairs for `everyPair`; null if it cannot be read now. */
type HashesNow = (sourceId: string) => Promise<ReadonlySet<string> | null>;

/**
 * Whether the team has corrected an answer, or something that it rests on has changed or is gone; of one that was taken back, whether its
 * sources say something else since. A pair counts wherever it stands: a rebuild may give its topic another name.
 */
export async function isOutdated(rests: RestsOn, hashesNow: HashesNow): Promise<boolean> {
  if (rests.correctedBy) return true;
  if (rests.missing !== undefined) {
    const present = await presentState(rests, hashesNow);
    return present !== null && present !== rests.missing;
  }
  for (const { sourceId, hashes } of rests.sources) {
    const present = await hashesNow(isTeamSource(sourceId) ? everyPair : sourceId);
    if (present && hashes.some((hash) => !present.has(hash))) return true;
  }
  return false;
}

/** What sources say now: documents as a whole, and of pairs those of the answer. Null if one cannot be read now. */
export async function presentState(
  { sources }: Pick<RestsOn, 'sources'>,
  hashesNow: HashesNow,
): Promise<string | null> {
  const states: string[] = [];
  for (const { sourceId, hashes } of sources) {
    const isTeam = isTeamSource(sourceId);
    const present = await hashesNow(isTeam ? everyPair : sourceId);
    if (!present) return null;
    states.push(...(isTeam ? hashes.filter((hash) => present.has(hash)) : present));
  }
  return contentHash(states.toSorted().join(' ')).slice(0, 16);
}

/** Stands for all topics. */
export const everyPair = 'team:';

/** Whether an answer is one that members see, that says what it rests on, and that nobody took back, or nothing but a change of its sources. */
export const mayBeRechecked = <Record extends RecheckedParts>(
  record: Record,
): record is Record & { readonly restsOn: RestsOn } =>
  ((record.status === 'answered' && record.reason === 'answered' && record.answer !== null) ||
    (record.status === 'unanswered' && record.restsOn?.missing !== undefined)) &&
  record.authorId !== erasedAuthor &&
  record.postedMessageIds.length > 0 &&
  (record.restsOn?.sources.length ?? 0) > 0;

type RecheckedParts = Pick<
  ReplyRecord,
  'status' | 'reason' | 'answer' | 'authorId' | 'postedMessageIds' | 'restsOn'
>;
