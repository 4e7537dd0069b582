import type { PageAction, PageChange } from '../../../domain/ports/handler-records.ts';
import { html, outLink, type Html } from './html.ts';
import { rowList, time, type PageView } from './layout.ts';

type Shown = readonly [done: string, shownAt: string | null];

/** The label of each action, and the path of the question that it changed. */
const actions = {
  ask: ['Asked', '/page/questions/'],
  accept: ['Posted a draft', '/page/questions/'],
  drop: ['Dropped a draft', '/page/questions/'],
  remove: ['Removed an answer', '/page/questions/'],
  correct: ['Corrected an answer', '/page/questions/'],
  gap_done: ['Called a gap done', null],
  gap_dismiss: ['Dismissed a gap', null],
  gap_reopen: ['Opened a gap again', null],
  retract_pair: ['Retracted a pair', null],
  correct_pair: ['Corrected a pair', null],
  keep_pair: ['Kept a pair beside a page', null],
  approve: ['Let pairs be removed', null],
  keep: ['Kept pairs', null],
  learn: ['Had an answer learned', null],
  dont_learn: ['Left an answer unlearned', null],
  judge_rehearsal: ['Judged a rehearsed answer', null],
} as const satisfies Readonly<Record<PageAction, Shown>>;

const shownAs: Readonly<Record<string, Shown | undefined>> = actions;

/** Shows all moderators who changed what on the page. What has no name any more is shown by its id. */
export const changesView = ({
  changes,
  page,
  hasMore,
  nameOf,
}: {
  readonly changes: readonly PageChange[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly nameOf: (subject: string) => string | null;
}): PageView => {
  const none = 'Nobody has changed anything here yet.';
  const rows = changes.map((change) => row(change, nameOf));
  return {
    title: 'Changes',
    tab: '/page/changes',
    body: rowList({ rows, path: '/page/changes', query: {}, page, hasMore, none, noneWanted: none }),
  };
};

function row({ at, userId, action, subject }: PageChange, nameOf: (subject: string) => string | null): Html {
  const [done, shownAt] = shownAs[action] ?? [action, null];
  return html`<li>
    <strong>${done}</strong>
    ${
      shownAt === null
        ? (nameOf(subject) ?? html`<code>${subject}</code>`)
        : html`<a href="${shownAt}${encodeURIComponent(subject)}">See the question</a>`
    }
    <p class="meta">
      ${time(at)}
      <span>by ${outLink(`https://discord.com/users/${encodeURIComponent(userId)}`, userId)}</span>
    </p>
  </li>`;
}
