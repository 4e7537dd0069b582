import type { ReplyReason } from '../../domain/reply/reply-record-status.ts';
import { outsideGuilds } from '../../domain/intake/ask-snapshot.ts';
import { composeNotCovered, composeSentence } from '../../domain/posting/compose-reply.ts';
import { batchText } from '../../domain/intake/conversation.ts';
import type { PlannedPost } from '../../domain/reply/reply-record.ts';
import type { Admission } from '../../domain/ports/admission.ts';
import { wordCount } from '../../domain/intake/question-gate.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { usageDay } from '../../domain/values/time.ts';
import type { ReplyDeps } from '../deps.ts';

/**
 * Decides before any model call whether a question may be answered: author, already answered, budget, two-word rule,
 * cooldown, in this order. Repeating it is harmless.
 */
export async function admit(
  { records, channelFor, config, now }: ReplyDeps,
  snapshot: Snapshot,
): Promise<Admission> {
  const { id, location, author, askedDirectly, batch, revises } = snapshot;
  if (author.kind !== 'community_user') return { outcome: 'refused', reason: 'not_for_steward' };
  const channel = channelFor(location.channelId);
  const asked = Date.parse(batch.at(-1)?.createdAt ?? '');
  // A revised answer is not a new one, and one outside any guild disturbs nobody.
  const isFree = askedDirectly || revises !== undefined || location.guildId === outsideGuilds;
  const answerAfter = isFree ? 0 : (channel?.answer_after_seconds ?? 0);
  return records.admit({
    messageId: id,
    guildId: location.guildId,
    channelId: location.channelId,
    userId: author.id,
    now: now(),
    budget: { day: usageDay(now()), ...config.budget },
    refused: refuseShort(snapshot),
    notBefore: answerAfter > 0 ? new Date(asked + answerAfter * 1000) : null,
    cooldown: isFree || location.thread ? null : channel,
  });
}

/**
 * Documents cannot answer one or two words without an earlier, longer question by the same member.
 * In a thread that Steward opened, and in a forum post, they go to the model. `gatherContext` drops chatter before a run starts.
 */
export function refuseShort({
  batch,
  history,
  author,
  location: { thread },
}: Pick<Snapshot, 'batch' | 'history' | 'author' | 'location'>): 'too_short' | null {
  if (thread?.openedBySteward || thread?.inForum) return null;
  const own = [...history, ...batch].filter((message) => message.author.id === author.id);
  return own.some(({ text, attachments }) => wordCount(text) > 2 || attachments.length > 0)
    ? null
    : 'too_short';
}

/** What a member who asked directly reads when admission refuses the question: never the cause. */
export async function refusalPost(
  { sources, channelFor, textsFor }: ReplyDeps,
  {
    reason,
    snapshot,
    generation,
  }: { readonly reason: ReplyReason; readonly snapshot: Snapshot; readonly generation: number },
): Promise<PlannedPost | null> {
  if (!snapshot.askedDirectly) return null;
  const question = batchText(snapshot.batch);
  const texts = textsFor(question);
  const style = channelFor(snapshot.location.channelId)?.reply_style ?? 'thread';
  const post = { style, question, texts } as const;
  if (reason !== 'too_short') return composeSentence({ ...post, sentence: texts.cannot_look_up });
  const hits = await sources.search({ query: question, generation, limit: 3 });
  const nearest = hits.map(({ sourceId, title, url }) => ({ sourceId, title, url, qaIds: [] }));
  return composeNotCovered({ ...post, texts: { ...texts, not_covered: texts.say_more }, nearest });
}
