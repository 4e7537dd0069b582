import { z } from 'zod';
import { batchText } from '../../../domain/intake/conversation.ts';
import { formatUsd } from '../../../domain/operations/model-usage.ts';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import {
  askedAt,
  rehearsalJudgements,
  teamText,
  verdictText,
  worstFirst,
  type RehearsalJudgement,
  type RehearsedQuestion,
} from '../../../domain/reply/rehearsal/rehearsed-question.ts';
import { RefusedRequest } from '../refused-request.ts';
import { html, outLink, type Html } from './html.ts';
import { definitions, rowList, sourceLink, time, type Forms } from './layout.ts';
import { listing, paged, type PageViews, type Routes } from './routes.ts';

const path = '/page/rehearsal';

/** The last rehearsal, the worst first, with a person's verdict on each answer. */
export function addRehearsal(views: PageViews, { get, post }: Routes): void {
  const { records } = views;
  get('/rehearsal', async ({ query }, { forms }) => {
    const { page } = z.object({ page: listing.page }).parse(query);
    const [last] = await records.rehearsals();
    const questions = last === undefined ? [] : worstFirst(await records.rehearsedIn(last));
    const { shown, hasMore } = paged(questions, page);
    const none = 'Nothing was rehearsed in the last 30 days: npx steward rehearse --channel NAME';
    const rows = shown.map((one) => row(one, forms, page));
    return {
      title: 'Rehearsal',
      tab: path,
      body: html`<p>
          What Steward would have answered to questions of the past, the worst first. Your verdicts become
          cases: <code>npx steward eval --from-rehearsal cases.yaml</code>
        </p>
        ${rowList({ rows, path, query: {}, page, hasMore, none, noneWanted: '' })}`,
    };
  });
  post('/rehearsal/judge', async ({ body }) => {
    const { id, judged, page } = z
      .object({
        id: z.string().min(1).max(200),
        judged: z.enum(rehearsalJudgements),
        page: listing.page,
      })
      .parse(body);
    if (!(await records.judgeRehearsed(id, judged))) throw new RefusedRequest('not_found');
    return `${path}?page=${page}`;
  });
}

const judgements: Readonly<Record<RehearsalJudgement, string>> = {
  right: 'Right',
  wrong: 'Wrong',
  silence: 'Should be silent',
};

function row(question: RehearsedQuestion, { button }: Forms, page: number): Html {
  const { id, snapshot, end, judged } = question;
  const team = teamText(question);
  const judge = (kind: RehearsalJudgement) => {
    const mark = judged === kind ? ' ✓' : '';
    return button(`${path}/judge`, `${judgements[kind]}${mark}`, 'quiet', { id, judged: kind, page });
  };
  return html`<li>
    <strong>${batchText(snapshot.batch)}</strong>
    <p class="meta">
      ${time(askedAt(question))}
      <span>${outLink(snapshot.batch.at(-1)?.link ?? null, verdictText(question))}</span>
      ${end && html`<span>${formatUsd(end.costUsd)}</span>`}
    </p>
    ${definitions('turns', [
      ['Steward', end?.answer ?? `No answer: ${reasonText(end?.reason ?? '')}`],
      ...(team === '' ? [] : [['Team', team] as const]),
      ...(end?.issues ?? []).map((issue) => ['Difference', issue] as const),
    ])}
    ${(end?.sourceIds ?? []).length > 0 && html`<p class="meta">${end?.sourceIds.map(sourceLink)}</p>`}
    ${end && html`<div class="actions">${rehearsalJudgements.map(judge)}</div>`}
  </li>`;
}
