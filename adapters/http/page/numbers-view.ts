import { reasonText } from '../../../domain/reply/reason-text.ts';
import { figuresSince } from '../../../domain/ports/reply-records.ts';
import { formatUsd } from '../../../domain/operations/model-usage.ts';
import {
  countedFields,
  moderatorStatistics,
  type CountedReply,
  type ModeratorStatistics,
  type Tally,
} from '../../../domain/operations/moderator-statistics.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { RecallRecords, ReplyRecords } from '../../../domain/ports/reply-records.ts';
import { percentOf } from '../../../domain/values/text.ts';
import { html, type Html } from './html.ts';
import type { NameOf } from './questions-view.ts';
import { definitions, nothing, sourceLink, htmlTable, type PageView } from './layout.ts';
import { daysBefore } from '../../../domain/values/time.ts';

const numbersDays = 56;
const freshMilliseconds = 60_000;
const staleMilliseconds = 10 * 60_000;

/** Counting takes a moment, so a call may return figures up to ten minutes old while newer ones are counted. */
export function recentNumbers({
  records,
  now,
}: {
  readonly records: Pick<ReplyRecords, 'replyRecordsWhere'> & Pick<RecallRecords, 'votesOn'>;
  readonly now: () => Date;
}): () => Promise<ModeratorStatistics> {
  const count = async () => {
    const since = daysBefore(now(), numbersDays);
    const counted = await figuresSince({ records, since, figuresOf });
    return moderatorStatistics(counted, await records.votesOn(counted.map(({ messageId }) => messageId)));
  };
  let counted: { readonly at: number; readonly numbers: Promise<ModeratorStatistics> } | null = null;
  return async () => {
    const last = counted;
    const age = last ? now().getTime() - last.at : Number.POSITIVE_INFINITY;
    if (last && age < freshMilliseconds) return last.numbers;
    const numbers = count();
    counted = { at: now().getTime(), numbers };
    numbers.catch(() => (counted = last));
    return last && age < staleMilliseconds ? last.numbers : numbers;
  };
}

const figuresOf = (record: ReplyRecord): CountedReply =>
  Object.fromEntries(countedFields.map((field) => [field, record[field]])) as CountedReply;

export function numbersView(
  { all, weeks, channels, silence, sources }: ModeratorStatistics,
  nameOf: NameOf,
): PageView {
  if (all.asked === 0)
    return {
      title: 'Numbers',
      tab: '/page/numbers',
      body: nothing('Nobody has asked in the last eight weeks.'),
    };
  const tiles: readonly (readonly [string, string])[] = [
    ['Asked', String(all.asked)],
    ['Answered', percentOf(all.answered, all.asked)],
    ['Solved', String(all.solved)],
    ['Helpful votes', percentOf(all.helpful, all.helpful + all.notHelpful)],
    ['Median time', seconds(all.latency.p50)],
    ['95 % within', seconds(all.latency.p95)],
    ['Cost', formatUsd(all.costUsd)],
  ];
  return {
    title: 'Numbers',
    tab: '/page/numbers',
    body: html`<p>The last eight weeks.</p>
      ${definitions('tiles', tiles)}
      <h2>By week</h2>
      ${chart(weeks)} ${tallies('Week from', weeks)}
      <h2>Why there was no answer</h2>
      ${counts(
        'Reason',
        silence.map(([reason, count]) => [reasonText(reason), count]),
      )}
      <h2>By channel</h2>
      ${tallies(
        'Channel',
        channels.map(([id, tally]) => [nameOf(id), tally]),
      )}
      <h2>Sources that answers cite</h2>
      ${counts('Source', sources, sourceLink)}`,
  };
}

const seconds = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : `${(milliseconds / 1_000).toFixed(1)} s`;

const tallies = (name: string, rows: readonly (readonly [string, Tally])[]): Html =>
  htmlTable(
    name,
    [name, 'Asked', 'Answered', 'Solved', 'Helpful', 'Time', 'Cost'],
    rows.map(([label, tally]) => [
      label,
      tally.asked,
      percentOf(tally.answered, tally.asked),
      tally.solved,
      percentOf(tally.helpful, tally.helpful + tally.notHelpful),
      seconds(tally.latency.p50),
      formatUsd(tally.costUsd),
    ]),
  );

function counts(
  name: string,
  rows: readonly (readonly [string, number])[],
  shown: (label: string) => Html | string = (label) => label,
): Html {
  if (rows.length === 0) return nothing('None.');
  const most = Math.max(...rows.map(([, count]) => count));
  const bar = (count: number) =>
    html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width="${Math.max(1, (100 * count) / most)}" height="8" rx="1" />
    </svg>`;
  return htmlTable(
    name,
    [name, 'Questions', 'Share'],
    rows.map(([label, count]) => [shown(label), count, bar(count)]),
  );
}

const [width, height, base] = [720, 180, 150];
/** Eight weeks touch nine calendar weeks. */
const chartedWeeks = 9;

/** Questions asked and answered by week. The table below it has the same figures. */
function chart(weeks: readonly (readonly [string, Tally])[]): Html {
  const most = Math.max(1, ...weeks.map(([, { asked }]) => asked));
  const step = width / Math.max(weeks.length, chartedWeeks);
  const bars = weeks.map(([week, { asked, answered }], at) => {
    const [all, part] = [(base * asked) / most, (base * answered) / most];
    const x = at * step + step * 0.2;
    return html`<g>
      <title>${week}: ${answered} of ${asked} answered</title>
      <rect class="asked" x="${x}" y="${base - all}" width="${step * 0.6}" height="${all}" rx="3" />
      <rect class="answered" x="${x}" y="${base - part}" width="${step * 0.6}" height="${part}" rx="3" />
      <text x="${x + step * 0.3}" y="${height - 8}">${week.slice(5)}</text>
    </g>`;
  });
  return html`<svg
      class="chart"
      viewBox="0 0 ${width} ${height}"
      role="img"
      aria-label="Questions asked and answered, by week"
    >
      ${bars}
    </svg>
    <p class="meta legend">
      <span class="key answered">answered</span> <span class="key asked">asked</span>
    </p>`;
}
