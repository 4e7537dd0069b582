import type { GapDraft } from '../../../domain/operations/gap-draft.ts';
import { isToFill, kindText, type Gap } from '../../../domain/operations/gaps.ts';
import { countOf } from '../../../domain/values/text.ts';
import { html, outLink, type Html } from './html.ts';
import { chip, form, nothing, pager, sourceLink, type PageView } from './layout.ts';

const shownQuestions = 5;

interface ListedGaps {
  readonly gaps: readonly Gap[];
  /** The names of all gaps, listed or not. */
  readonly names: readonly string[];
  /** Whether closed and dismissed gaps are listed too. */
  readonly all: boolean;
  /** The number of gaps that are not listed. */
  readonly others: number;
  readonly page: number;
  readonly hasMore: boolean;
  readonly formToken: string;
}

export const gapsView = ({ gaps, names, all, others, page, hasMore, formToken }: ListedGaps): PageView => ({
  title: 'Gaps',
  tab: '/page/gaps',
  body: html`<p>What members ask and the documents do not say.</p>
    ${
      gaps.length === 0
        ? nothing(
            names.length === 0
              ? 'No unanswered question is filed yet. Steward files them in the background.'
              : 'No gap is open.',
          )
        : html`<ol class="rows">
              ${gaps.map((gap) => row(gap, formToken))}
            </ol>
            <datalist id="gap-names">
              ${names.map((name) => html`<option value="${name}"></option>`)}
            </datalist>`
    }
    ${pager('/page/gaps', { all: all && 'yes' }, { page, hasMore })}
    ${
      others > 0 &&
      html`<p class="meta">
        <a href="/page/gaps?all=yes">Show ${countOf(others, 'closed or dismissed gap')}, too</a>
      </p>`
    }`,
});

function row(gap: Gap, formToken: string): Html {
  const { id, name, state, askers, questions, pages } = gap;
  const decide = (kind: 'draft' | 'done' | 'dismiss' | 'reopen', label: string, style: string) =>
    form({
      action: `/page/gaps/${encodeURIComponent(id)}/${kind}`,
      formToken,
      body: html`<button class="${style}">${label}</button>`,
    });
  const asked = questions.slice(-shownQuestions).map(
    ({ messageId, question, answeredBy }) =>
      html`<li>
        <a href="/page/questions/${encodeURIComponent(messageId)}">${question.trim().slice(0, 200)}</a>
        ${answeredBy !== null && html`<span>answered now, by the ${answeredBy}</span>`}
      </li>`,
  );
  return html`<li>
    <strong>${name}</strong>
    <p class="meta">
      ${chip(state === 'open' ? 'unanswered' : state === 'closed' ? 'answered' : 'skipped', state)}
      <span>${countOf(askers, 'asker')}, ${countOf(questions.length, 'question')}</span>
      <span>${kindText(gap)}</span>
    </p>
    <ul>
      ${asked}
    </ul>
    ${pages.length > 0 && html`<p class="meta">Nearest: ${pages.map(({ sourceId, title, url }) => (url === null ? sourceLink(sourceId) : outLink(url, title)))}</p>`}
    ${
      isToFill(gap) &&
      html`<div class="actions">
        ${decide('draft', 'Draft', '')} ${decide('done', 'Done', 'quiet')}
        ${decide('dismiss', 'Dismiss', 'danger')}
      </div>`
    }
    ${isDecided(gap) && html`<div class="actions">${decide('reopen', 'Open again', 'quiet')}</div>`}
    <details>
      <summary>Same as another</summary>
      ${form({
        action: `/page/gaps/${encodeURIComponent(id)}/merge`,
        formToken,
        body: html`<label
            >The gap that its questions belong to<input
              name="into"
              list="gap-names"
              required
              maxlength="200"
            />
          </label>
          <button>Merge</button>`,
      })}
    </details>
  </li>`;
}

/** Whether a person closed or dismissed the gap, which can be undone. */
const isDecided = ({ state, questions }: Gap): boolean =>
  state === 'dismissed' || (state === 'closed' && questions.some(({ answeredBy }) => answeredBy === null));

/** A draft to copy. Null if the gap no longer exists. */
export const draftView = (said: string, draft: GapDraft | null): PageView => ({
  title: draft?.title ?? 'Draft',
  tab: '/page/gaps',
  body: html`<p role="status">${said}</p>
    ${
      draft !== null &&
      html`<p>Read it before you use it: it quotes the team, and no model has written it.</p>
        <pre class="text" role="region" aria-label="Draft" tabindex="0">${draft.text}</pre>`
    }
    <p><a class="button" href="/page/gaps">Back</a></p>`,
});
