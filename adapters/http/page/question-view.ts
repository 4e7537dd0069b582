import { costBelow, usageOf } from '../../../domain/operations/model-usage.ts';
import { languageName } from '../../../domain/language/language-codes.ts';
import type { AnswerVote } from '../../../domain/reply/recall.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { RefusedRequest } from '../refused-request.ts';
import { html, outLink, rendered, type Html } from './html.ts';
import { definitions, doneView, htmlTable, sourceLink, teachForm, time, type PageView } from './layout.ts';
import { callName, secondsOf, waySteps } from './way-view.ts';
import { linkOf, outcomeChip, pathOf, votesIn } from './questions-view.ts';
import {
  act,
  namesOf,
  questionId,
  typedText,
  type NameOf,
  type PageViews,
  type Routes,
  type Session,
} from './routes.ts';

/** One question with its answer and how it came about, and what can be done about it. */
export function addQuestion(views: PageViews, { get, post }: Routes): void {
  const { records } = views;
  get('/questions/:id', async ({ params }, session) => {
    const { id } = questionId.parse(params);
    const record = await records.replyRecord(id);
    if (!record) throw new RefusedRequest('not_found');
    const votes = await records.votesOn([id]);
    return questionView(record, { session, votes, nameOf: await namesOf(views) });
  });
  for (const kind of ['accept', 'drop', 'remove'] as const)
    post(`/questions/:id/${kind}`, async ({ params }, session) => {
      const { id: target } = questionId.parse(params);
      return doneView(await act(views, session, { kind, target }), '/page', pathOf({ messageId: target }));
    });
  post('/questions/:id/correct', async ({ params, body }, session) => {
    const [{ id: target }, { text }] = [questionId.parse(params), typedText.parse(body)];
    const answer = await act(views, session, { kind: 'correct', target, text });
    return doneView(answer, '/page', pathOf({ messageId: target }));
  });
}

type Around = Readonly<{ session: Session; votes: readonly AnswerVote[]; nameOf: NameOf }>;

function questionView(record: ReplyRecord, { session, votes, nameOf }: Around): PageView {
  const link = linkOf(record);
  const reasons = votes.flatMap(({ reason }) => reason ?? []);
  const { status, answer, confidence, createdAt, channelId, topic, language, rechecked } = record;
  return {
    title: 'Question',
    tab: '/page',
    body: html`<blockquote>${record.question}</blockquote>
      <p class="meta">
        <span>${nameOf(channelId)}</span> ${time(createdAt)} ${link !== null && outLink(link, 'On Discord')}
      </p>
      ${definitions('facts', [
        ['Outcome', outcomeChip(record)],
        ['Votes', votesIn(votes)],
        ['Confidence', confidence === null ? null : `${confidence} of 10`],
        ['Subject', topic],
        ['Language', language === null ? null : languageName(language)],
        ['Cost', costBelow(usageOf(record.modelCalls).costUsd)],
        ['Looked at again', rechecked ? html`${time(rechecked.at)} ${lookText(rechecked)}` : null],
      ])}
      ${
        answer !== null &&
        html`<h2>${status === 'held' ? 'Draft' : 'Answer'}</h2>
          <div class="answer">${rendered(answer)}</div>`
      }
      ${
        reasons.length > 0 &&
        html`<h2>Not helpful, members say</h2>
          <ul>
            ${reasons.map((reason) => html`<li>${reason}</li>`)}
          </ul>`
      }
      ${actionsOn(record, session)} ${sourcesOf(record)} ${wayOf(record)}`,
  };
}

/** Only the team may correct answers. */
function actionsOn(record: ReplyRecord, { forms, isTeam }: Session): Html {
  const { status, answer } = record;
  const act = (kind: string, label: string, style?: string) =>
    forms.button(`${pathOf(record)}/${kind}`, label, style);
  const buttons = [
    ...(status === 'held' ? [act('accept', 'Post it'), act('drop', 'Drop it', 'danger')] : []),
    ...(status === 'answered' && linkOf(record) !== null
      ? [act('remove', 'Remove the answer', 'danger')]
      : []),
  ];
  const canTeach = status === 'unanswered' || status === 'failed' || (answer !== null && status !== 'held');
  return html`${buttons.length > 0 && html`<div class="actions">${buttons}</div>`}
  ${isTeam && canTeach && teachForm(forms, `${pathOf(record)}/correct`, answer !== null)}`;
}

function sourcesOf({ sourceIds, citations, nearest = [] }: ReplyRecord): Html | null {
  const cited = new Set(citations.map(({ sourceId }) => sourceId));
  const item = (one: { readonly sourceId: string; readonly title: string; readonly url: string | null }) =>
    html`<li>${outLink(one.url, one.title)} ${sourceLink(one.sourceId)}</li>`;
  const others = sourceIds.filter((id) => !cited.has(id));
  if (citations.length + others.length + nearest.length === 0) return null;
  return html`<h2>Sources</h2>
    <ul class="plain">
      ${citations.map(item)} ${others.map((id) => html`<li>${sourceLink(id)} read, and not cited</li>`)}
      ${nearest.filter(({ sourceId }) => !cited.has(sourceId) && !others.includes(sourceId)).map(item)}
    </ul>`;
}

/** All decisions and model calls that led to the outcome. */
function wayOf(record: ReplyRecord): Html {
  const { decisions, modelCalls, nodeTimes, moderation, toolCalls, graph, libraryGeneration } = record;
  const calls = modelCalls.map((call) => [
    callName(call.decision),
    call.model,
    `${call.inputTokens}${call.cachedTokens ? ` (${call.cachedTokens} cached)` : ''} + ${call.outputTokens}`,
    secondsOf(call.milliseconds),
    costBelow(call.costUsd),
  ]);
  const list = (name: string, items: readonly Html[]) =>
    items.length > 0 &&
    html`<h3>${name}</h3>
      <ul class="plain">
        ${items}
      </ul>`;
  return html`<h2>How it came about</h2>
    <p class="meta"><span>Graph ${graph}</span> <span>library generation ${libraryGeneration}</span></p>
    ${nodeTimes.length > 0 && waySteps(record)}
    ${calls.length > 0 && htmlTable('Calls of models', ['Call', 'Model', 'Tokens', 'Time', 'Cost'], calls)}
    ${list(
      'Moderation',
      moderation.map(({ type, rule }) => html`<li>${type}: ${rule}</li>`),
    )}
    ${list(
      'Looked up',
      toolCalls.map(({ tool, result }) => html`<li>${tool}: ${result}</li>`),
    )}
    ${decisions.length > 0 && html`<h3>Decisions</h3>`}
    ${decisions.map(
      ({ decision, value }) =>
        html`<details>
          <summary>${callName(decision)}</summary>
          <pre>${JSON.stringify(value, null, 2)}</pre>
        </details>`,
    )}`;
}

/** On an answer that took another's place the look says whether the team wanted that. */
const lookText = ({ holds, byTeam }: NonNullable<ReplyRecord['rechecked']>): string => {
  if (holds) return 'it holds';
  if (byTeam === undefined) return 'it did not hold';
  return byTeam ? 'the team had corrected it: this took its place' : 'it did not hold: this took its place';
};
