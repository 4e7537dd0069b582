import { figuresOfQuestions } from '../../../domain/ports/reply-records.ts';
import { costBelow } from '../../../domain/operations/model-usage.ts';
import {
  countedFields,
  moderatorStatistics,
  type CountedReply,
  type ModeratorStatistics,
  type Tally,
} from '../../../domain/operations/moderator-statistics.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { percentOf } from '../../../domain/values/text.ts';
import { html, type Html } from './html.ts';
import { definitions, nothing, htmlTable, type PageView } from './layout.ts';
import { namesOf, type NameOf, type PageViews, type Routes } from './routes.ts';
import { secondsOf } from './way-view.ts';
import { daysBefore } from '../../../domain/values/time.ts';

const numbersDays = 56;
type Counting = Pick<PageViews, 'records' | 'now'>;

/** Counts the questions of the last eight weeks. */
export async function recentNumbers({ records, now }: Counting): Promise<ModeratorStatistics> {
  const counted = await figuresOfQuestions({ records, since: daysBefore(now(), numbersDays), figuresOf });
  return moderatorStatistics(counted, await records.votesOn(counted.map(({ messageId }) => messageId)));
}

const figuresOf = (record: ReplyRecord): CountedReply =>
  Object.fromEntries(countedFields.map((field) => [field, record[field]])) as CountedReply;

export const addNumbers = (page: PageViews, { get }: Routes): void =>
  get('/numbers', async () => numbersView(await recentNumbers(page), await namesOf(page)));

const numbersView = (statistics: ModeratorStatistics, nameOf: NameOf): PageView => ({
  title: 'Numbers',
  tab: '/page/numbers',
  body:
    statistics.all.asked === 0
      ? nothing('Nobody has asked in the last eight weeks.')
      : tables(statistics, nameOf),
});

const tables = ({ all, weeks, channels }: ModeratorStatistics, nameOf: NameOf): Html =>
  html`<p>
      The last eight weeks. Time is the median of the work on an answer. The waits before it do not count: for
      the member to end, for people, for a pause.
    </p>
    ${definitions('tiles', [
      ['Asked', String(all.asked)],
      ['Answered', percentOf(all.answered, all.asked)],
      ['Helpful votes', percentOf(all.helpful, all.helpful + all.notHelpful)],
      ['Time', secondsOf(all.medianTime)],
      ['Cost', costBelow(all.costUsd)],
    ])}
    <h2>By week</h2>
    ${tallies('Week from', weeks)}
    <h2>By channel</h2>
    ${tallies(
      'Channel',
      channels.map(([id, tally]) => [nameOf(id), tally]),
    )}`;

const tallies = (name: string, rows: readonly (readonly [string, Tally])[]): Html =>
  htmlTable(
    name,
    [name, 'Asked', 'Answered', 'Helpful', 'Time', 'Cost'],
    rows.map(([label, tally]) => [
      label,
      tally.asked,
      percentOf(tally.answered, tally.asked),
      percentOf(tally.helpful, tally.helpful + tally.notHelpful),
      secondsOf(tally.medianTime),
      costBelow(tally.costUsd),
    ]),
  );
