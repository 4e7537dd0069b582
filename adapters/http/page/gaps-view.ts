import type { GapDraft } from '../../../domain/operations/gap-draft.ts';
import { askersText, isOpenGap, type Gap, type GapQuestion } from '../../../domain/operations/gaps.ts';
import { countOf, shortenedTo } from '../../../domain/values/text.ts';
import { html, outLink, type Html } from './html.ts';
import { chip, form, rowList, sourcePath, type PageView } from './layout.ts';

const shownQuestions = 5;

interface ListedGaps {
  readonly gaps: readonly Gap[];
  /** Whether closed and dismissed gaps are listed too. */
  readonly all: boolean;
  /** The number of gaps that are not listed. */
  readonly others: number;
  readonly page: number;
  readonly hasMore: boolean;
  readonly formToken: string;
}

export const gapsView = ({ gaps, all, others, page, hasMore, formToken }: ListedGaps): PageView => ({
  title: 'Gaps',
  tab: '/page/gaps',
  body: html`<p>What members ask and the documents do not say.</p>
    ${rowList({
      rows: gaps.map((gap) => row(gap, formToken)),
      path: '/page/gaps',
      query: { all: all && 'yes' },
      page,
      hasMore,
      none: others === 0 ? 'No question without an answer yet.' : 'No gap is open.',
      noneWanted: 'No question without an answer yet.',
    })}
    ${
      others > 0 &&
      html`<p class="meta">
        <a href="/page/gaps?all=yes">Show ${countOf(others, 'closed or dismissed gap')}, too</a>
      </p>`
    }`,
});

const questionItem = ({ messageId, question }: GapQuestion): Html =>
  html`<li>
    <a href="/page/questions/${encodeURIComponent(messageId)}">${shortenedTo(question.trim(), 200)}</a>
  </li>`;

function row(gap: Gap, formToken: string): Html {
  const { id, title, state, questions, pages } = gap;
  const before = questions.length - shownQuestions;
  const decide = (kind: 'done' | 'dismiss' | 'reopen', label: string, style: string) =>
    form({
      action: `/page/gaps/${encodeURIComponent(id)}/${kind}`,
      formToken,
      body: html`<button class="${style}">${label}</button>`,
    });
  return html`<li>
    <strong>${title}</strong>
    <p class="meta">
      ${chip(state === 'open' ? 'unanswered' : state === 'closed' ? 'answered' : 'skipped', state)}
      <span>${askersText(gap)}</span>
    </p>
    <ul>
      ${questions.slice(-shownQuestions).map(questionItem)}
    </ul>
    ${before > 0 && html`<p class="meta">${countOf(before, 'question')} before that</p>`}
    ${pages.length > 0 && html`<p class="meta">Nearest: ${pages.map(({ sourceId, title, url }) => (url === null ? html`<a href="${sourcePath(sourceId)}">${title}</a>` : outLink(url, title)))}</p>`}
    ${
      isOpenGap(gap) &&
      html`<div class="actions">
        <a class="button" href="/page/gaps/${encodeURIComponent(id)}/draft">Draft</a>
        ${decide('done', 'Done', 'quiet')} ${decide('dismiss', 'Dismiss', 'danger')}
      </div>`
    }
    ${state !== 'open' && html`<div class="actions">${decide('reopen', 'Open again', 'quiet')}</div>`}
  </li>`;
}

/** A draft to copy. */
export const draftView = ({ title, text }: GapDraft): PageView => ({
  title,
  tab: '/page/gaps',
  body: html`<p role="status">Read it before you use it: it quotes the team, and no model has written it.</p>
    <pre class="text" role="region" aria-label="Draft" tabindex="0">${text}</pre>
    <p><a class="button" href="/page/gaps">Back</a></p>`,
});
