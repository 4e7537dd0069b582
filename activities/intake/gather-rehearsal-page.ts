import { httpChannel, isHttpAsker } from '../../domain/intake/ask-snapshot.ts';
import { snapshotOfRow } from '../../domain/intake/form-snapshot.ts';
import type { Batch, Message } from '../../domain/intake/message.ts';
import { isOnlyUnreadFiles } from '../../domain/intake/call-for-help.ts';
import { isDroppedUnread } from '../../domain/intake/question-gate.ts';
import { isAskedDirectly, refuteRoute, routeBatch } from '../../domain/intake/routing.ts';
import { newSnapshot } from '../../domain/intake/snapshot.ts';
import { isTransient } from '../../domain/ports/errors.ts';
import { figuresOfQuestions } from '../../domain/ports/reply-records.ts';
import type { RehearsedQuestion } from '../../domain/reply/rehearsal/rehearsed-question.ts';
import { rehearsedId } from '../../domain/reply/rehearsal/rehearsal-run.ts';
import { teamAnswer } from '../../domain/reply/rehearsal/team-answer.ts';
import { withoutErased } from '../../domain/team/erasures-file.ts';
import { snowflakeTime } from '../../domain/values/snowflake.ts';
import type { DiscordDeps } from '../deps.ts';
import { gatherHistory, historyWindows, lastOf, type HistoryPage } from './gather-history.ts';

/**
 * Finds the questions in one page of a channel's past, each with what came before it and what the team answered, and saves them for a
 * rehearsal. It claims nothing, so that intake and captures see the messages as if it had not read them.
 */
export async function gatherRehearsalPage(
  deps: DiscordDeps,
  { rehearsal, most, ...page }: HistoryPage & { readonly rehearsal: string; readonly most: number },
) {
  if (page.location.channelId === httpChannel) return gatherHttpQuestions(deps, { rehearsal, most, ...page });
  const { windows, messages, after } = await historyWindows(deps, page);
  const messageIds: string[] = [];
  for (const batch of windows) {
    if (messageIds.length === most) break;
    const question = await questionOf(deps, batch, rehearsal);
    if (question && (await deps.records.saveRehearsed(question))) messageIds.push(lastOf(batch).id);
  }
  return { messageIds, messages, after };
}

/** The questions over HTTP, as their records and snapshots have them. No team member answers there. */
async function gatherHttpQuestions(
  { records, library, now }: DiscordDeps,
  { rehearsal, most, afterMessageId }: Parameters<typeof gatherRehearsalPage>[1],
) {
  const between = { since: snowflakeTime(afterMessageId), until: now(), counted: true };
  const ended = await figuresOfQuestions({ records, ...between, figuresOf: (record) => record });
  const questions = ended.filter(({ authorId }) => isHttpAsker(authorId)).toReversed();
  const since = await library.erasedSince();
  const messageIds: string[] = [];
  for (const record of questions) {
    if (messageIds.length === most) break;
    const { messageId } = record;
    const snapshot = (await records.snapshot(messageId)) ?? snapshotOfRow(record);
    if (withoutErased(since, snapshot.batch).length === 0) continue;
    const id = rehearsedId(rehearsal, messageId);
    const question = { id, rehearsal, snapshot: { ...snapshot, id }, team: [], end: null, judged: null };
    if (await records.saveRehearsed(question)) messageIds.push(messageId);
  }
  return { messageIds, messages: questions.length, after: null };
}

async function questionOf(
  deps: DiscordDeps,
  batch: Batch,
  rehearsal: string,
): Promise<RehearsedQuestion | null> {
  const { channelFor, config, library } = deps;
  const channel = channelFor(batch[0].location.channelId);
  if (!channel || routeBatch(batch, { channel, kb: config.kb }) !== 'reply') return null;
  const since = await library.erasedSince();
  const [first, ...rest] = withoutErased(since, batch);
  if (!first) return null;
  const gathered = await gatherHistory(deps, [first, ...rest]);
  const history = withoutErased(since, gathered.before);
  if (refuteRoute({ route: 'reply', batch, history })) return null;
  const team = withoutErased(since, await answerTo(deps, batch));
  const readsImages = config.ai_response.llm_enable_image;
  const isDropped =
    isDroppedUnread(channel.gate, batch, readsImages) ||
    (isOnlyUnreadFiles(batch, readsImages) && !isAskedDirectly(batch));
  // Chatter says nothing about answers, unless the team took it for a question.
  if (isDropped && team.length === 0) return null;
  const id = rehearsedId(rehearsal, lastOf(batch).id);
  const others = withoutErased(since, gathered.others);
  const { conversationId } = gathered;
  const question = { id, batch: [first, ...rest] as const, history, others, conversationId };
  const snapshot = newSnapshot({ ...question, route: 'reply' });
  return { id, rehearsal, snapshot, team, end: null, judged: null };
}

/** What the team answered where the question stands, or in the thread that was opened on it. */
async function answerTo({ chat, config }: DiscordDeps, batch: Batch): Promise<readonly Message[]> {
  const last = lastOf(batch);
  const { channelId, thread } = last.location;
  const answerIn = async (threadId: string | null) =>
    teamAnswer({
      batch,
      after: await chat.messagesAfter({ channelId, threadId, afterMessageId: last.id }),
      inThread: threadId !== null,
      withinMinutes: config.kb.capture_unreplied_minutes,
      windowSeconds: config.discord.message_grouping_window_seconds,
    });
  const messages = await answerIn(thread?.id ?? null);
  if (messages.length > 0 || thread) return messages;
  return answerIn(last.id).catch((error: unknown) => {
    // Nobody has opened one.
    if (isTransient(error)) throw error;
    return [];
  });
}
