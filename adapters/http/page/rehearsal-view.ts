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
import { definitions, form, rowList, sourceLink, time, type PageView } from './layout.ts';
import { listing, paged, type PageViews, type Routes } from './routes.ts';

const path = '/page/rehearsal';

/** The last rehearsal, the worst first, with a person's verdict on each answer. */
export function addRehearsal(views: PageViews, { get, post }: Routes): void {
  const { records } = views;
  get('/rehearsal', async ({ query }, { formToken }) => {
    const { page } = z.object({ page: listing.page }).parse(query);
    const [last] = await records.rehearsals();
    const questions = last === undefined ? [] : worstFirst(await records.rehearsedIn(last));
    const { shown, hasMore } = paged(questions, page);
    return rehearsalView({ questions: shown, page, hasMore, formToken });
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

const rehearsalView = ({
  questions,
  page,
  hasMore,
  formToken,
}: {
  readonly questions: readonly RehearsedQuestion[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly formToken: string;
}): PageView => ({
  title: 'Rehearsal',
  tab: path,
  body: html`<p>
      What Steward would have answered to questions of the past, the worst first. Your verdicts become cases:
      <code>npx steward eval --from-rehearsal cases.yaml</code>
    </p>
    ${rowList({
      rows: questions.map((one) => row(one, { formToken, page })),
      path,
      query: {},
      page,
      hasMore,
      none: 'Nothing was rehearsed in the last 30 days: npx steward rehearse --channel NAME',
      noneWanted: '',
    })}`,
});

const judgements: Readonly<Record<RehearsalJudgement, string>> = {
  right: 'Right',
  wrong: 'Wrong',
  silence: 'Should be silent',
};

function row(
  question: RehearsedQuestion,
  { formToken, page }: { readonly formToken: string; readonly page: number },
): Html {
  const { id, snapshot, end, judged } = question;
  const team = teamText(question);
  const button = (kind: RehearsalJudgement) =>
    form({
      action: `${path}/judge`,
      formToken,
      body: html`<input type="hidden" name="id" value="${id}" />
        <input type="hidden" name="judged" value="${kind}" />
        <input type="hidden" name="page" value="${page}" />
        <button class="quiet" ${judged === kind && html`aria-pressed="true"`}>
          ${judgements[kind]}${judged === kind && ' ✓'}
        </button>`,
    });
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
    ${end && html`<div class="actions">${rehearsalJudgements.map(button)}</div>`}
  </li>`;
}
