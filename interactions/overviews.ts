import { isUnrepliedEntry, questionIn } from '../domain/team/qa-pair.ts';
import { countOf, oneLineOf, withoutSteward } from '../domain/values/text.ts';
import { triesTakeover } from '../domain/moderation/moderation-types.ts';
import { figuresSince } from '../domain/ports/reply-records.ts';
import { votesLine } from '../domain/operations/explain-answer.ts';
import { gapLine, isOpenGap } from '../domain/operations/gaps.ts';
import { formatUsd, totalUsage, type UsageTotals } from '../domain/operations/model-usage.ts';
import type { Overview } from '../domain/ports/interactions.ts';
import { daysBefore, usageDay } from '../domain/values/time.ts';
import { reasonText } from '../domain/reply/reason-text.ts';
import type { HandlerDeps } from './handler.ts';

const listed = 10;
const maxLineChars = 150;
/** Ten lines and their links fit into one message. */
const maxLinkedChars = 80;
const weekDays = 7;

/** A short overview for the team. */
export const overviewOf = (deps: HandlerDeps, overview: Overview): Promise<string> =>
  overviews[overview](deps);

const overviews: Readonly<Record<Overview, (deps: HandlerDeps) => Promise<string>>> = {
  async status({ records, library, documentIndex, now }) {
    const recent = await figuresSince({
      records,
      since: daysBefore(now(), weekDays),
      figuresOf: ({ messageId, status, moderation }) => ({ messageId, status, moderation }),
    });
    const counts = [...Map.groupBy(recent, ({ status }) => status)].map(
      ([status, records]) => `${records.length} ${status}`,
    );
    const pauses = await records.pauses();
    const paused = pauses.map(({ channelId, since }) =>
      channelId === null ? `everywhere since ${since}` : `<#${channelId}> since ${since}`,
    );
    const live = (await library.generations()).find((generation) => generation.live);
    const { sources } = await documentIndex.readCache();
    return lines('Status', [
      paused.length > 0 ? `Paused: ${paused.join(', ')}` : 'Answering',
      `Last seven days: ${counts.join(', ') || 'no question'}`,
      votesLine(await records.votesOn(recent.map(({ messageId }) => messageId))),
      `Attempts to give Steward other instructions: ${recent.filter(triesTakeover).length}`,
      `${countOf(Object.keys(sources).length, 'document')}, ${countOf(live?.topics ?? 0, 'topic')} of the team with ${countOf(live?.pairs ?? 0, 'answer')} (generation ${live?.number ?? 0})`,
    ]);
  },

  async sources({ documentIndex }) {
    const { sources } = await documentIndex.readCache();
    const records = Object.entries(sources);
    const failing = records.filter(
      ([, { url }]) => url && !['success', 'not_modified'].includes(url.fetch_status),
    );
    const pending = records.filter(([, { summary_pending: isPending }]) => isPending);
    return lines('Sources', [
      `${records.length} in the index, ${pending.length} without a description yet, ${failing.length} failing`,
      ...failing
        .slice(0, listed)
        .map(([id, { url }]) => `${oneLineOf(id, maxLineChars)}: ${url?.fetch_status ?? ''}`),
    ]);
  },

  async unanswered({ records, now }) {
    const { open } = await records.unansweredSince(daysBefore(now(), weekDays));
    const newest = open.slice(-listed).toReversed();
    return lines('Unanswered in the last seven days', [
      ...newest.map(
        ({ question, reason, link }) =>
          `${oneLineOf(withoutSteward(question), maxLinkedChars)} (${reasonText(reason)})${link === null ? '' : ` <${link}>`}`,
      ),
      ...(open.length === 0 ? ['None.'] : moreThan(listed, open.length)),
    ]);
  },

  async gaps({ records }) {
    const known = await records.gaps();
    const open = known.filter(isOpenGap);
    const none = known.length === 0 ? 'No question without an answer yet.' : 'No gap is open.';
    return lines('What the documents lack', [
      ...open
        .slice(0, listed)
        .map((gap, at) => `${at + 1}: **${oneLineOf(gap.title, maxLinkedChars)}**, ${gapLine(gap)}`),
      ...(open.length === 0 ? [none] : moreThan(listed, open.length)),
    ]);
  },

  async usage({ records, now }) {
    const day = usageDay(now());
    const today = await records.usageTotals({ day });
    const week = await records.usageSince(usageDay(daysBefore(now(), weekDays)));
    return lines('Usage of models', [
      `Today: ${totals(today)}`,
      `Last seven days: ${totals(totalUsage(week))}`,
      ...[...Map.groupBy(week, ({ operation }) => operation)].map(
        ([operation, groups]) => `${operation}: ${totals(totalUsage(groups))}`,
      ),
    ]);
  },

  async learned({ library, records }) {
    const { entries, settled } = await library.ledger(await library.liveGeneration());
    const standing = entries.filter(({ qaId }) => settled.get(qaId)?.outcome !== 'retracted');
    const newest = standing.slice(-listed);
    const shownEntries = newest.toReversed().map(async (entry) => {
      const { qaId, turns } = entry;
      const { link } = await records.pairOrigin(qaId);
      const question = questionIn(turns);
      const outcome = settled.get(qaId)?.outcome ?? 'waiting';
      const how = isUnrepliedEntry(entry) ? ', not written as a reply' : '';
      return `${oneLineOf(question, 100)} (${outcome}${how})${link === null ? '' : ` <${link}>`}`;
    });
    return lines('Learned last', newest.length === 0 ? ['Nothing yet.'] : await Promise.all(shownEntries));
  },
};

const moreThan = (shown: number, all: number): readonly string[] =>
  all > shown ? [`and ${all - shown} more`] : [];

const lines = (heading: string, items: readonly string[]): string =>
  [`**${heading}**`, ...items.map((item) => `- ${item}`)].join('\n');

const totals = ({ calls, inputTokens, outputTokens, costUsd, unpricedCalls }: UsageTotals): string =>
  `${countOf(calls, 'call')}, ${countOf(inputTokens + outputTokens, 'token')}, ${formatUsd(costUsd)}${unpricedCalls > 0 ? ` and ${countOf(unpricedCalls, 'call')} without a price` : ''}`;
