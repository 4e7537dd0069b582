import { plainTitle } from '../domain/posting/answer-links.ts';
import { countOf, oneLineOf, withoutSteward } from '../domain/values/text.ts';
import { triesTakeover } from '../domain/moderation/moderation-types.ts';
import { figuresSince } from '../domain/ports/reply-records.ts';
import { votesLine } from '../domain/operations/week-report.ts';
import type { Overview } from '../domain/ports/interactions.ts';
import { daysBefore } from '../domain/values/time.ts';
import { reasonText } from '../domain/reply/reason-text.ts';
import type { HandlerDeps } from './handler.ts';

const listed = 10;
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

  async unanswered({ records, now }) {
    const open = await records.unansweredSince(daysBefore(now(), weekDays));
    const newest = open.slice(-listed).toReversed();
    return lines('Unanswered in the last seven days', [
      ...newest.map(
        ({ question, reason, link }) =>
          `${oneLineOf(plainTitle(withoutSteward(question)), maxLinkedChars)} (${reasonText(reason)})${link === null ? '' : ` <${link}>`}`,
      ),
      ...(open.length === 0 ? ['None.'] : moreThan(listed, open.length)),
    ]);
  },
};

const moreThan = (shown: number, all: number): readonly string[] =>
  all > shown ? [`and ${all - shown} more`] : [];

const lines = (heading: string, items: readonly string[]): string =>
  [`**${heading}**`, ...items.map((item) => `- ${item}`)].join('\n');
