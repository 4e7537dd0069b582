import { reader } from '../../../domain/documents/known-sources.ts';
import { isPaused } from '../../../domain/intake/routing.ts';
import { isFinal } from '../../../domain/ports/errors.ts';
import { figuresOfQuestions } from '../../../domain/ports/reply-records.ts';
import { questionIdOf, type ReplyRecord, type RestsOn } from '../../../domain/reply/reply-record.ts';
import {
  everyPair,
  hashesIn,
  isOutdated,
  mayBeRechecked,
  presentState,
  restsOn,
} from '../../../domain/reply/rests-on.ts';
import { isTeamSource, teamSourceId } from '../../../domain/team/topic-slug.ts';
import { askedOn } from '../../../domain/team/pair-comparison.ts';
import { daysBefore, usageDay } from '../../../domain/values/time.ts';
import type { ReplyDeps } from '../../deps.ts';

export interface OutdatedAnswer {
  readonly messageId: string;
  readonly guildId: string;
}

/**
 * The newest posted answers whose cited sections or pairs have changed or are gone, as many as may still be verified today. Compares
 * the hashes of the rows with the present texts, so no change is missed, and none is needed to be known. Calls no model.
 */
export async function findOutdatedAnswers(
  deps: ReplyDeps,
  { except }: { readonly except: readonly string[] },
): Promise<{
  readonly outdated: readonly OutdatedAnswer[];
  /** How many were looked at on this day, with these. */
  readonly answersToday: number;
}> {
  const { records, config, now } = deps;
  const { then, days, max_per_day: mostPerDay } = config.ai_response.recheck;
  const today = usageDay(now());
  const answers = await figuresOfQuestions({ records, since: daysBefore(now(), days), figuresOf });
  const wasLookedAt = ({ rechecked }: (typeof answers)[number]) => rechecked?.at.startsWith(today) ?? false;
  // A new answer that waits for the team has a row of its own.
  const looked = new Set(answers.filter(wasLookedAt).map(({ messageId }) => questionIdOf(messageId)));
  const compared = askedOn(today, (await records.pairComparisons()).values());
  // Looks that failed count as well.
  const before = new Set([...looked, ...except]).size;
  const quotaLeft = mostPerDay - compared - before;
  const hashesNow = presentHashes(deps, await deps.library.liveGeneration());
  const pauses = await records.pauses();
  // What was found wrong while nobody could be told is looked at once more.
  const tells = then === 'edit' || config.discord.team_channel_id !== null;
  const outdated: OutdatedAnswer[] = [];
  for (const answer of answers) {
    const { messageId, guildId, channelId } = answer;
    const isLeft = isPaused(pauses, channelId) || deps.channelFor(channelId) === null;
    if (!mayBeRechecked(answer) || except.includes(messageId) || isLeft) continue;
    // What the team has corrected is corrected in any case.
    if (then === 'off' && !answer.restsOn.correctedBy) continue;
    if (answer.restsOn.reader !== reader) await hashAnew(deps, answer, hashesNow);
    else if (
      outdated.length < quotaLeft &&
      ((tells && answer.rechecked?.isUntold) || (await isOutdated(answer.restsOn, hashesNow)))
    )
      outdated.push({ messageId, guildId });
  }
  return { outdated, answersToday: before + outdated.length };
}

/** Without the texts of the row, of which there may be thousands. */
const figuresOf = (record: ReplyRecord) => {
  const { messageId, guildId, channelId, authorId, status, reason, answer } = record;
  const { postedMessageIds, citations, restsOn: rests, rechecked } = record;
  const given = answer === null ? null : '';
  const place = { messageId, guildId, channelId, authorId, status, reason };
  return { ...place, postedMessageIds, citations, answer: given, restsOn: rests, rechecked };
};

/** Reads each source once. Null for one that cannot be read now, nothing for one that is gone. */
export function presentHashes(
  { sources, library }: Pick<ReplyDeps, 'sources' | 'library'>,
  generation: number,
) {
  const read = async (sourceId: string): Promise<ReadonlySet<string> | null> => {
    if (sourceId === everyPair) {
      const topics = await library.topics(generation);
      const hashes = topics.map(({ slug, text }) => hashesIn({ sourceId: teamSourceId(slug), text }));
      return new Set(hashes.flatMap((topicHashes) => [...topicHashes]));
    }
    return sources
      .load(sourceId, generation)
      .then(hashesIn)
      .catch((error: unknown) => (isFinal(error) ? new Set<string>() : null));
  };
  const hashesById = new Map<string, ReturnType<typeof read>>();
  return (sourceId: string) => {
    const hashes = hashesById.get(sourceId) ?? read(sourceId);
    hashesById.set(sourceId, hashes);
    return hashes;
  };
}

/** Another reader makes other texts of the same documents: the answer's documents get the hashes of these. */
async function hashAnew(
  { records, sources, library }: ReplyDeps,
  {
    messageId,
    citations,
    restsOn: storedRestsOn,
  }: Pick<ReplyRecord, 'messageId' | 'citations'> & { readonly restsOn: RestsOn },
  hashesNow: ReturnType<typeof presentHashes>,
): Promise<void> {
  const save = (rests: RestsOn) =>
    records.revise(messageId, (posted) => (mayBeRechecked(posted) ? { restsOn: rests } : null));
  if (storedRestsOn.missing !== undefined) {
    const missing = (await presentState(storedRestsOn, hashesNow)) ?? '';
    return void (await save({ ...storedRestsOn, reader, missing }));
  }
  const record = await records.replyRecord(messageId);
  const generation = await library.liveGeneration();
  const documents = storedRestsOn.sources.filter(({ sourceId }) => !isTeamSource(sourceId));
  const loads = documents.map(({ sourceId }) => sources.load(sourceId, generation).catch(() => null));
  const loaded = (await Promise.all(loads)).filter((source) => source !== null);
  const excerpts = loaded.map(({ sourceId }) => ({ sourceId, parts: null }));
  const answer = record?.untranslatedAnswer ?? record?.answer ?? '';
  const anew = restsOn({ sources: loaded, excerpts, citations, answer });
  const pairs = storedRestsOn.sources.filter(({ sourceId }) => isTeamSource(sourceId));
  await save({ reader, sources: [...anew, ...pairs] });
}
