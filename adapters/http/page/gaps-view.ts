import { z } from 'zod';
import { askersText, isOpenGap, type Gap, type GapQuestion } from '../../../domain/operations/gaps.ts';
import { countOf, shortenedTo } from '../../../domain/values/text.ts';
import { RefusedRequest } from '../refused-request.ts';
import { html, outLink, type Html } from './html.ts';
import { done, doneView, rowList, sourcePath, type Forms } from './layout.ts';
import { listing, paged, questionId, type PageViews, type Routes } from './routes.ts';

const tab = '/page/gaps';
const shownQuestions = 5;

const ends = [
  ['done', 'done', 'Done. The gap opens again if somebody asks about it.'],
  ['dismiss', 'dismissed', 'Dismissed. Steward does not name this gap again.'],
] as const;

/** What the documents do not say, the most asked first. */
export function addGaps({ records, draft }: PageViews, { get, post }: Routes): void {
  get('/gaps', async ({ query }, { forms }) => {
    const { page } = z.object({ page: listing.page }).parse(query);
    const { shown, hasMore } = paged((await records.gaps()).filter(isOpenGap), page);
    const rows = shown.map((gap) => row(gap, forms));
    return {
      title: 'Gaps',
      tab,
      body: html`<p>What members ask and the documents do not say.</p>
        ${rowList({ rows, path: tab, query: {}, page, hasMore, none: 'No gap is open.', noneWanted: '' })}`,
    };
  });
  get('/gaps/:id/draft', async ({ params }) => {
    const made = await draft(questionId.parse(params).id);
    if (!made) throw new RefusedRequest('not_found');
    return {
      title: made.title,
      tab,
      body: html`<p role="status">
          Read it before you use it: ${made.quotesTeam && 'it quotes the team, and '}no model has written it.
        </p>
        <pre class="text" role="region" aria-label="Draft" tabindex="0">${made.text}</pre>
        <p><a class="button" href="${tab}">Back</a></p>`,
    };
  });
  for (const [way, resolution, sentence] of ends)
    post(`/gaps/:id/${way}`, async ({ params }) => {
      const { id: gapId } = questionId.parse(params);
      if (!(await records.resolveGap({ gapId, resolution }))) throw new RefusedRequest('not_found');
      return doneView(done(sentence), tab);
    });
}

const questionItem = ({ messageId, question }: GapQuestion): Html =>
  html`<li>
    <a href="/page/questions/${encodeURIComponent(messageId)}">${shortenedTo(question.trim(), 200)}</a>
  </li>`;

function row(gap: Gap, { button }: Forms): Html {
  const { id, title, questions, pages } = gap;
  const before = questions.length - shownQuestions;
  const path = `${tab}/${encodeURIComponent(id)}`;
  return html`<li>
    <strong>${title}</strong>
    <p class="meta">${askersText(gap)}</p>
    <ul>
      ${questions.slice(-shownQuestions).map(questionItem)}
    </ul>
    ${before > 0 && html`<p class="meta">${countOf(before, 'question')} before that</p>`}
    ${pages.length > 0 && html`<p class="meta">Nearest: ${pages.map(({ sourceId, title, url }) => (url === null ? html`<a href="${sourcePath(sourceId)}">${title}</a>` : outLink(url, title)))}</p>`}
    <div class="actions">
      <a class="button" href="${path}/draft">Draft</a>
      ${button(`${path}/done`, 'Done', 'quiet')} ${button(`${path}/dismiss`, 'Dismiss', 'danger')}
    </div>
  </li>`;
}
