import { z } from 'zod';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import { discordLink } from '../../../domain/intake/message.ts';
import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import { formatUsd, usageOf } from '../../../domain/operations/model-usage.ts';
import type { AnswerVote } from '../../../domain/reply/recall.ts';
import { questionIdOf, type ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { ReplyRecordStatus } from '../../../domain/reply/reply-record-status.ts';
import { shortenedTo } from '../../../domain/values/text.ts';
import { html, type Html } from './html.ts';
import { chip, choice, perPage, rowList, searchForm, time } from './layout.ts';
import { chosen, listing, namesOf, type NameOf, type PageViews, type Routes } from './routes.ts';

const tab = '/page';

/** The label of each outcome. */
const outcomes = {
  answered: 'Answered',
  unanswered: 'Not answered',
  skipped: 'Skipped',
  failed: 'Failed',
  held: 'Waiting for the team',
  generated: 'Being posted',
  removed: 'Removed',
} as const satisfies Readonly<Record<ReplyRecordStatus, string>>;

/** A further choice of the outcome filter, which selects by votes. */
const notHelpful = 'not_helpful';

const statuses = Object.keys(outcomes) as readonly (keyof typeof outcomes)[];

/** All questions, the newest first, by their words and how they ended. */
export function addQuestions(views: PageViews, { get }: Routes): void {
  const { records } = views;
  get('', async ({ query: parameters }) => {
    const { text, page, outcome } = z
      .object({ ...listing, outcome: chosen([...statuses, notHelpful]) })
      .parse(parameters);
    const by = outcome === notHelpful ? { notHelpful: true } : { status: outcome };
    const wanted = { ...by, text, limit: perPage + 1, offset: (page - 1) * perPage };
    const matches = await records.replyRecordsWhere(wanted);
    const pageOfMatches = matches.slice(0, perPage);
    const drafts = outcome || text ? [] : await records.replyRecordsWhere({ status: 'held', limit: 1 });
    const votes = await records.votesOn(pageOfMatches.map(({ messageId }) => messageId));
    const votesOf = Map.groupBy(votes, ({ messageId }) => messageId);
    const nameOf = await namesOf(views);
    const rows = pageOfMatches.map((record) => row(record, votesOf.get(record.messageId) ?? [], nameOf));
    const choices = [...Object.entries(outcomes), [notHelpful, 'Voted not helpful'] as const];
    const filter = choice({ name: 'outcome', label: 'Outcome', every: 'Every outcome' }, choices, outcome);
    return {
      title: 'Questions',
      tab,
      body: html`${drafts.length > 0 && html`<p class="notice">Answers wait for the team. <a href="/page?outcome=held">See them</a></p>`}
      ${searchForm({ action: tab, label: 'Search questions and answers', text, also: filter })}
      ${rowList({ rows, path: tab, query: { text, outcome }, page, hasMore: matches.length > perPage, none: 'Nobody has asked anything yet.', noneWanted: 'There is no such question.' })}`,
    };
  });
}

const row = (record: ReplyRecord, votes: readonly AnswerVote[], nameOf: NameOf): Html => {
  const { costUsd } = usageOf(record.modelCalls);
  return html`<li>
    <a class="subject" href="${pathOf(record)}"
      >${shortenedTo(record.question.trim(), 300) || 'A picture or a file'}</a
    >
    <p class="meta">
      ${outcomeChip(record)} ${votesIn(votes)} <span>${nameOf(record.channelId)}</span>
      ${costUsd !== null && html`<span>${formatUsd(costUsd)}</span>`} ${time(record.createdAt)}
    </p>
  </li>`;
};

export const pathOf = ({ messageId }: Pick<ReplyRecord, 'messageId'>): string =>
  `/page/questions/${encodeURIComponent(messageId)}`;

export const outcomeChip = ({ status, reason, teamAnswered }: ReplyRecord): Html =>
  html`${teamAnswered && html`${chip('answered', 'Answered by the team')} `}${chip(status, outcomes[status])}${!isPlain(reason, status) && html` <span>${reasonText(reason)}</span>`}`;

/** Whether the reason adds nothing to the outcome. The reason of a draft is `answered`. */
const isPlain = (reason: string, status: ReplyRecordStatus): boolean =>
  reason === status || reason === 'answered';

export function votesIn(votes: readonly AnswerVote[]): Html | null {
  const helpful = votes.filter((vote) => vote.helpful).length;
  if (votes.length === 0) return null;
  return html`<span>${helpful} helpful, ${votes.length - helpful} not</span>`;
}

/** The link to the question on Discord. Null if it was asked elsewhere. */
export const linkOf = ({ guildId, channelId, threadId, messageId }: ReplyRecord): string | null =>
  guildId === outsideGuilds
    ? null
    : discordLink({ guildId, locationId: threadId ?? channelId, messageId: questionIdOf(messageId) });
