import { formatUsd, usageOf } from './model-usage.ts';
import type { AnswerVote } from '../reply/recall.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import { oneLineOf } from '../values/text.ts';

const maxReasons = 5;
const maxReasonChars = 200;

/** Explains an answer to the team in a few lines: its outcome, votes, sources and cost. The page has every decision. */
export function explainAnswer({
  record,
  votes,
  reasons,
  heading,
}: {
  readonly record: ReplyRecord;
  readonly votes: readonly AnswerVote[];
  /** The members' reasons for "not helpful", in their words. */
  readonly reasons: readonly string[];
  readonly heading: string;
}): string {
  const { status, reason, graph, libraryGeneration, confidence, citations, sourceIds, modelCalls } = record;
  const cited = new Map(citations.map((citation) => [citation.sourceId, citation]));
  const sources = sourceIds.map((id) => {
    const citation = cited.get(id);
    const pairs = citation && citation.qaIds.length > 0 ? ` (${citation.qaIds.join(', ')})` : '';
    const link = citation?.url ? ` <${citation.url}>` : '';
    return `- ${citation ? '' : '(not cited) '}\`${oneLineOf(id, 150)}\`${pairs}${link}`;
  });
  return [
    `**${heading}**`,
    `${status}: ${reason}; graph ${graph}, library generation ${libraryGeneration}${confidence === null ? '' : `, confidence ${confidence} of 10`}`,
    ...(votes.length > 0 ? [votesLine(votes)] : []),
    ...section('Sources', sources),
    `Models: ${formatUsd(usageOf(modelCalls).costUsd)}`,
    ...section(
      'Not helpful, members say',
      reasons.slice(0, maxReasons).map((text) => `- ${oneLineOf(text, maxReasonChars)}`),
    ),
  ].join('\n');
}

/** Counts the helpful and unhelpful votes. */
export function votesLine(votes: readonly AnswerVote[]): string {
  const helpful = votes.filter((vote) => vote.helpful).length;
  return `Votes: ${helpful} helpful, ${votes.length - helpful} not`;
}

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`**${heading}**`, ...lines];
