import { reasonText } from '../../../domain/reply/reason-text.ts';
import { discordLink } from '../../../domain/intake/message.ts';
import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import { formatUsd, usageOf } from '../../../domain/operations/model-usage.ts';
import type { AnswerVote } from '../../../domain/reply/recall.ts';
import { questionIdOf, type ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { ReplyRecordStatus } from '../../../domain/reply/reply-record-status.ts';
import { shortenedTo } from '../../../domain/values/text.ts';
import { html, type Html } from './html.ts';
import { chip, choice, rowList, searchForm, time, type PageView } from './layout.ts';

export type NameOf = (channelId: string) => string;

/** The label of each outcome. */
export const outcomes = {
  answered: 'Answered',
  unanswered: 'Not answered',
  skipped: 'Skipped',
  failed: 'Failed',
  held: 'Waiting for the team',
  generated: 'Being posted',
  removed: 'Removed',
} as const satisfies Readonly<Record<ReplyRecordStatus, string>>;

/** A further choice of the outcome filter, which selects by votes. */
export const notHelpful = 'not_helpful';

interface Listed {
  readonly records: readonly ReplyRecord[];
  readonly votes: readonly AnswerVote[];
  readonly query: {
    readonly text: string;
    readonly outcome?: ReplyRecordStatus | typeof notHelpful | undefined;
  };
  readonly page: number;
  readonly hasMore: boolean;
  /** Whether to say that drafts wait for the team. */
  readonly waits: boolean;
  readonly nameOf: NameOf;
}

export function questionsView({ records, votes, query, page, hasMore, waits, nameOf }: Listed): PageView {
  const choices = [...Object.entries(outcomes), [notHelpful, 'Voted not helpful'] as const];
  const named = { name: 'outcome', label: 'Outcome', every: 'Every outcome' };
  const filter = choice(named, choices, query.outcome);
  const votesOf = Map.groupBy(votes, ({ messageId }) => messageId);
  const rows = records.map((record) => row(record, votesOf.get(record.messageId) ?? [], nameOf));
  return {
    title: 'Questions',
    tab: '/page',
    body: html`${waits && html`<p class="notice">Answers wait for the team. <a href="/page?outcome=held">See them</a></p>`}
    ${searchForm({ action: '/page', label: 'Search questions and answers', text: query.text, also: filter })}
    ${rowList({ rows, path: '/page', query, page, hasMore, none: 'Nobody has asked anything yet.', noneWanted: 'There is no such question.' })}`,
  };
}

const row = (record: ReplyRecord, votes: readonly AnswerVote[], nameOf: NameOf): Html =>
  html`<li>
    <a class="subject" href="${pathOf(record)}"
      >${shortenedTo(record.question.trim(), 300) || 'A picture or a file'}</a
    >
    <p class="meta">
      ${outcomeChip(record)} ${votesIn(votes)} <span>${nameOf(record.channelId)}</span>
      <span>${costText(record)}</span> ${time(record.createdAt)}
    </p>
  </li>`;

export const pathOf = ({ messageId }: ReplyRecord): string =>
  `/page/questions/${encodeURIComponent(messageId)}`;

export const outcomeChip = ({ status, reason }: ReplyRecord): Html =>
  html`${chip(status, outcomes[status])}${!isPlain(reason, status) && html` <span>${reasonText(reason)}</span>`}`;

/** Whether the reason adds nothing to the outcome. The reason of a draft is `answered`. */
const isPlain = (reason: string, status: ReplyRecordStatus): boolean =>
  reason === status || reason === 'answered';

export const costText = ({ modelCalls }: ReplyRecord): string => formatUsd(usageOf(modelCalls).costUsd);

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
