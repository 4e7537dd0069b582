import { askSnapshot } from '../../domain/intake/ask-snapshot.ts';
import type { Message } from '../../domain/intake/message.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { GapQuestion } from '../../domain/operations/gaps.ts';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { isAnswer } from '../../domain/reply/reply-record-status.ts';
import { erasedAuthor } from '../../domain/team/erased-turns.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';
import type { LibraryDeps, ReplyDeps } from '../deps.ts';
import { attemptAnswer } from '../reply/attempt-answer.ts';
import type { ReplyGraph } from '../reply/graph/build-graph.ts';
import { requestTimeOf } from '../reply/request-time.ts';
import { questionText } from './file-questions.ts';
import { openRetrieval } from './retrieval.ts';

/** A question of a gap that may have an answer now. */
export interface QuestionToAsk {
  readonly messageId: string;
  /** Hash of the sources that its search retrieves. */
  readonly retrieved: string;
}

const looked = 1_000;

/** Finds the questions of gaps whose retrieved sources have changed, those without an answer first. Calls no model. */
export async function findChangedQuestions(deps: LibraryDeps): Promise<readonly QuestionToAsk[]> {
  const filed = await deps.records.filedQuestions(looked);
  if (filed.length === 0) return [];
  const retrieval = await openRetrieval(deps);
  const changed: QuestionToAsk[] = [];
  for (const question of filed) {
    if (changed.length === deps.config.kb.gap_questions_per_run) break;
    const { hash } = await retrieval.of(questionText(question));
    if (hash !== question.retrieved) changed.push({ messageId: question.messageId, retrieved: hash });
  }
  return changed;
}

/** Tries to answer a member's question again and records what answers it. The answer itself is neither posted nor stored. */
export async function askAgain(
  deps: ReplyDeps & { readonly graphs: ReadonlyMap<string, ReplyGraph> },
  { messageId, retrieved }: QuestionToAsk,
): Promise<Pick<GapQuestion, 'answeredBy'>> {
  const { records, config, now } = deps;
  const record = await records.replyRecord(messageId);
  if (!record || record.authorId === erasedAuthor) return { answeredBy: null };
  const snapshot = (await records.snapshot(messageId)) ?? snapshotOf(record, now());
  const { result, settled } = await attemptAnswer(deps, {
    snapshot: { ...withoutFiles(snapshot), id: `gap-${messageId}` },
    generation: await deps.library.liveGeneration(),
    linksRefreshed: false,
    requestTime: requestTimeOf(config.ai_response),
    operation: 'gaps',
  });
  await records.settleUsage(settled);
  const answeredBy = sourceOf(result);
  await records.saveAskedAgain({ messageId, answeredBy, retrieved, askedAt: now().toISOString() });
  deps.log.info({ message_id: messageId, answered_by: answeredBy }, 'question_asked_again');
  return { answeredBy };
}

function sourceOf({ should_reply: replies, citations, debug }: AIResult): GapQuestion['answeredBy'] {
  if (!replies || !isAnswer(debug.reason)) return null;
  return citations.every(({ sourceId }) => isTeamSource(sourceId)) ? 'team' : 'documents';
}

/** The question alone, for a conversation that is no longer kept. */
function snapshotOf(record: ReplyRecord, now: Date): Snapshot {
  const { messageId, guildId, channelId, authorId, question, askedDirectly } = record;
  const location = { guildId, channelId, thread: null, readableByEveryone: false };
  const author = { id: authorId, kind: 'community_user', name: authorId } as const;
  return askSnapshot({ requestId: messageId, question, now, channelId, location, author, askedDirectly });
}

/** Removes attachments, because links to files expire after a day. */
function withoutFiles(snapshot: Snapshot): Snapshot {
  const strip = (messages: readonly Message[]) =>
    messages.map((message) => ({ ...message, attachments: [] }));
  return { ...snapshot, batch: strip(snapshot.batch), history: strip(snapshot.history) };
}
