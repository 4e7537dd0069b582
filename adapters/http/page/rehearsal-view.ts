import { z } from 'zod';
import { batchText } from '../../../domain/intake/conversation.ts';
import { formatUsd } from '../../../domain/operations/model-usage.ts';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import { counted, nothingPlayed } from '../../../domain/reply/rehearsal/rehearsal-run.ts';
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
import { html, outLink, rendered, type Html } from './html.ts';
import { definitions, rowList, sourceLink, time, type Forms } from './layout.ts';
import { listing, namesOf, paged, type NameOf, type PageViews, type Routes } from './routes.ts';

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
        ${last !== undefined && totals(last, questions, await namesOf(views))}
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

/** Where and when it was, and how its questions ended. */
function totals(rehearsal: string, questions: readonly RehearsedQuestion[], nameOf: NameOf): Html {
  const sum = questions.flatMap(({ end }) => end ?? []).reduce(counted, { ...nothingPlayed, rehearsal });
  const channelId = questions[0]?.snapshot.batch[0]?.location.channelId ?? '';
  const counts = ['played', 'answered', 'silent', 'agrees', 'contradicts'] as const;
  return html`<p class="meta"><span>${nameOf(channelId)}</span> ${time(rehearsal.slice(0, 16))}</p>
    ${definitions(
      'tiles',
      counts.map((name) => [name, String(sum[name])]),
    )}`;
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
      ${end?.costUsd != null && html`<span>${formatUsd(end.costUsd)}</span>`}
    </p>
    ${definitions('turns', [
      ['Steward', end?.answer ? rendered(end.answer) : `No answer: ${reasonText(end?.reason ?? '')}`],
      ['Team', team === '' ? null : rendered(team)],
      ...(end?.issues ?? []).map((issue) => ['Difference', issue] as const),
    ])}
    ${(end?.sourceIds ?? []).length > 0 && html`<p class="meta">${end?.sourceIds.map(sourceLink)}</p>`}
    ${end && html`<div class="actions">${rehearsalJudgements.map(judge)}</div>`}
  </li>`;
}
