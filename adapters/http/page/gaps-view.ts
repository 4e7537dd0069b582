import { isToFill, kindText, type Gap } from '../../../domain/operations/gaps.ts';
import { countOf } from '../../../domain/values/text.ts';
import { html, outLink, type Html } from './html.ts';
import { chip, form, nothing, pager, type PageView } from './layout.ts';

const shownQuestions = 5;

interface ListedGaps {
  readonly gaps: readonly Gap[];
  /** Of all gaps. */
  readonly names: readonly string[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly formToken: string;
}

/** What the documents lack, as the questions of members show it: the most asked for first. */
export const gapsView = ({ gaps, names, page, hasMore, formToken }: ListedGaps): PageView => ({
  title: 'Gaps',
  tab: '/page/gaps',
  body: html`<p>What members ask and the documents do not say.</p>
    ${
      gaps.length === 0
        ? nothing('No unanswered question is filed yet.')
        : html`<ol class="rows">
              ${gaps.map((gap) => row(gap, formToken))}
            </ol>
            <datalist id="gap-names">
              ${names.map((name) => html`<option value="${name}"></option>`)}
            </datalist>`
    }
    ${pager('/page/gaps', {}, { page, hasMore })}`,
});

function row(gap: Gap, formToken: string): Html {
  const { id, name, state, askers, questions, pages } = gap;
  const decide = (kind: 'draft' | 'done' | 'dismiss', label: string, style: string) =>
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
    ${pages.length > 0 && html`<p class="meta">Nearest: ${pages.map(({ title, url }) => outLink(url, title))}</p>`}
    ${
      isToFill(gap) &&
      html`<div class="actions">
        ${decide('draft', 'Draft', '')} ${decide('done', 'Done', 'quiet')}
        ${decide('dismiss', 'Dismiss', 'danger')}
      </div>`
    }
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
