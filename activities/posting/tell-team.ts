import { staleSources } from '../../domain/posting/stale-sources.ts';
import { figuresOfQuestions } from '../../domain/ports/reply-records.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { noticesOf, type Notice, type NoticeFacts } from '../../domain/operations/team-notices.ts';
import { sharesUsed } from '../../domain/operations/model-usage.ts';
import { daysBefore, usageDay } from '../../domain/values/time.ts';
import type { ModelErrorCode } from '../../domain/values/error-codes.ts';
import type { NoticeDeps } from '../deps.ts';
import { postForCause } from './post-for-cause.ts';
import { isGone } from '../../domain/documents/known-sources.ts';
import { isOpenGap, type Gap } from '../../domain/operations/gaps.ts';
import { reportedGaps, weekHeading, weekReport, type Week } from '../../domain/operations/week-report.ts';
import { compareQaIds, qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';

/** A page is retried after 5 minutes, doubling up to a day: the eleventh failure in a row comes on the fourth day. */
const failuresInThreeDays = 11;
const refusals: readonly string[] = [
  'model_unauthorized',
  'model_bad_request',
  'model_no_credit',
  'model_not_found',
] satisfies readonly ModelErrorCode[];

/**
 * Reports to the team, in its channel: problems once per cause and day, and the week on Mondays. Does nothing without such a channel. Runs at least once.
 */
export async function tellTeam(deps: NoticeDeps): Promise<{ readonly told: readonly string[] }> {
  const { config, now } = deps;
  if (config.discord.team_channel_id === null) return { told: [] };
  const day = usageDay(now());
  const told: string[] = [];
  for (const { cause, ...post } of [...noticesOf(await findTrouble(deps)), ...(await reportOfWeek(deps))]) {
    const { isNew } = await postForCause(deps, {
      cause: `notice/${cause}/${day}`,
      nonce: `${cause}.${day}`,
      afterMessageId: snowflakeAt(new Date(day)),
      ...post,
    });
    if (isNew) told.push(cause);
  }
  if (told.length > 0) deps.log.info({ causes: told }, 'team_told');
  return { told };
}

async function findTrouble({
  records,
  library,
  knownSources,
  runs,
  config,
  now,
}: NoticeDeps): Promise<NoticeFacts> {
  const since = daysBefore(now(), 1);
  const figuresOf = ({ reason }: ReplyRecord) => ({ reason });
  const recent = await figuresOfQuestions({ records, since, figuresOf });
  const used = await records.usageTotals({ day: usageDay(now()) });
  const shares = sharesUsed(used, config.budget).map(({ share }) => share);
  const sources = await knownSources.all();
  return {
    refusedByModel: recent.filter(({ reason }) => refusals.includes(reason)).length,
    budgetShare: shares.length === 0 ? null : Math.max(...shares),
    stuckRuns: await runs.stuck(),
    failedCaptures: (await library.failedCaptures()).length,
    failingSources: sources
      .filter(({ kind, failures }) => ['url', 'site'].includes(kind) && failures >= failuresInThreeDays)
      .map(({ sourceId }) => sourceId),
    missedLocations: await records.missedSince(since),
  };
}

const monday = 1;

/** On Mondays, the report of the week that ended at midnight, UTC. */
async function reportOfWeek(deps: NoticeDeps): Promise<readonly Notice[]> {
  const { records, now } = deps;
  if (now().getUTCDay() !== monday) return [];
  const endsOn = usageDay(now());
  const end = new Date(endsOn);
  const start = daysBefore(end, 7);
  const gaps: readonly Gap[] = (await records.gaps()).filter(isOpenGap).slice(0, reportedGaps);
  const text = weekReport({
    endsOn,
    week: await weekBetween(deps, start, end),
    gaps,
  });
  return text === null ? [] : [{ cause: 'digest', text, begins: weekHeading(endsOn) }];
}

async function weekBetween(
  { records, library, config, knownSources }: NoticeDeps,
  start: Date,
  end: Date,
): Promise<Week> {
  const looks = await figuresOfQuestions({
    records,
    since: daysBefore(end, config.ai_response.recheck.days),
    figuresOf: ({ rechecked }) => rechecked,
  });
  const isOfWeek = (at: string) => new Date(at) >= start && new Date(at) < end;
  const figuresOf = ({ messageId, status, reason, citations }: ReplyRecord) => ({
    messageId,
    status,
    reason,
    citations,
  });
  const between = { since: start, until: end, counted: true };
  const endedRecords = (await figuresOfQuestions({ records, ...between, figuresOf })).toReversed();
  const { costUsd } = await records.usageTotals({ day: usageDay(start), until: usageDay(end) });
  const [first, last] = [qaIdAt(start), qaIdAt(end)];
  const { stale_after_days: days } = config.kb;
  const retracted = await library.retracted();
  const learned = (await library.rawEntries()).filter(
    ({ qaId }) => compareQaIds(qaId, first) >= 0 && compareQaIds(qaId, last) < 0 && !retracted.has(qaId),
  );
  return {
    records: endedRecords,
    votes: await records.votesOn(endedRecords.map(({ messageId }) => messageId)),
    costUsd,
    learned: learned.length,
    outdated: looks.filter((look) => look && !look.holds && isOfWeek(look.at)).length,
    gone: (await knownSources.all()).filter(isGone).length,
    stale: days === null ? [] : staleSources(endedRecords, usageDay(daysBefore(end, days))),
  };
}

const qaIdAt = (time: Date) => qaIdFromTimestamp(timestampFromDate(time));
