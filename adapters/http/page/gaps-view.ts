import type { GapDraft } from '../../../domain/operations/gap-draft.ts';
import { gapTitle, isToFill, kindText, type Gap, type GapQuestion } from '../../../domain/operations/gaps.ts';
import { countOf, shortenedTo } from '../../../domain/values/text.ts';
import { html, outLink, type Html } from './html.ts';
import { chip, form, rowList, sourcePath, type PageView } from './layout.ts';

/** The latest are shown at once, those before behind a click. */
const shownQuestions = 5;
const earlierQuestions = 100;

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
    ${rowList({
      rows: gaps.map((gap) => row(gap, formToken)),
      path: '/page/gaps',
      query: { all: all && 'yes' },
      page,
      hasMore,
      ...whyNone(names.length === 0),
    })}
    <datalist id="gap-names">
      ${names.map((name) => html`<option value="${gapTitle(name)}"></option>`)}
    </datalist>
    ${
      others > 0 &&
      html`<p class="meta">
        <a href="/page/gaps?all=yes">Show ${countOf(others, 'closed or dismissed gap')}, too</a>
      </p>`
    }`,
});

function whyNone(isNoneKnown: boolean) {
  const none = isNoneKnown
    ? 'No unanswered question is filed yet. Steward files them in the background.'
    : 'No gap is open.';
  return { none, noneWanted: none };
}

const questionItem = ({ messageId, question, answeredBy }: GapQuestion): Html =>
  html`<li>
    <a href="/page/questions/${encodeURIComponent(messageId)}">${shortenedTo(question.trim(), 200)}</a>
    ${answeredBy !== null && html`<span>answered now, by the ${answeredBy}</span>`}
  </li>`;

/** The questions before those that are shown, the latest of them first. */
function earlier(questions: readonly GapQuestion[]): Html | null {
  const before = questions.slice(0, -shownQuestions).toReversed();
  if (before.length === 0) return null;
  const cut = before.length - earlierQuestions;
  return html`<details>
    <summary>${countOf(before.length, 'earlier question')}</summary>
    <ul>
      ${before.slice(0, earlierQuestions).map(questionItem)}
    </ul>
    ${cut > 0 && html`<p class="meta">${countOf(cut, 'question')} before that</p>`}
  </details>`;
}

function row(gap: Gap, formToken: string): Html {
  const { id, name, state, askers, questions, pages } = gap;
  const decide = (kind: 'draft' | 'done' | 'dismiss' | 'reopen', label: string, style: string) =>
    form({
      action: `/page/gaps/${encodeURIComponent(id)}/${kind}`,
      formToken,
      body: html`<button class="${style}">${label}</button>`,
    });
  return html`<li>
    <strong>${gapTitle(name)}</strong>
    <p class="meta">
      ${chip(state === 'open' ? 'unanswered' : state === 'closed' ? 'answered' : 'skipped', state)}
      <span>${countOf(askers, 'asker')}, ${countOf(questions.length, 'question')}</span>
      <span>${kindText(gap)}</span>
    </p>
    <ul>
      ${questions.slice(-shownQuestions).map(questionItem)}
    </ul>
    ${earlier(questions)}
    ${pages.length > 0 && html`<p class="meta">Nearest: ${pages.map(({ sourceId, title, url }) => (url === null ? html`<a href="${sourcePath(sourceId)}">${title}</a>` : outLink(url, title)))}</p>`}
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

/** A draft to copy. Without one, `said` tells why. */
export const draftView = (said: string, draft: GapDraft | null): PageView => ({
  title: draft?.title ?? 'Draft',
  tab: '/page/gaps',
  body: html`<p role="status">
      ${draft === null ? said : 'Read it before you use it: it quotes the team, and no model has written it.'}
    </p>
    ${
      draft !== null &&
      html`<pre class="text" role="region" aria-label="Draft" tabindex="0">${draft.text}</pre>
        <p>Where discord.team_channel_id is set, it is posted there as well.</p>`
    }
    <p><a class="button" href="/page/gaps">Back</a></p>`,
});
