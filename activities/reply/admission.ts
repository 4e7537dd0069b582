import type { Texts } from '../../config/schema/texts.ts';
import type { ReplyReason } from '../../domain/reply/reply-record-status.ts';
import { isVisitor, outsideGuilds } from '../../domain/intake/ask-snapshot.ts';
import { keyAt } from '../../domain/intake/publishable-keys.ts';
import { composeSentence } from '../../domain/posting/compose-reply.ts';
import { readsFileOf } from '../../domain/intake/attachments.ts';
import { isOnlyUnreadFiles } from '../../domain/intake/call-for-help.ts';
import { batchText } from '../../domain/intake/conversation.ts';
import type { PlannedPost } from '../../domain/reply/reply-record.ts';
import type { Admission } from '../../domain/ports/reply-records.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { courtesyOf } from '../../domain/language/courtesies.ts';
import type { Courtesy } from '../../domain/language/courtesies.ts';
import { withoutSteward, wordCount } from '../../domain/values/text.ts';
import type { ReplyDeps } from '../deps.ts';
import { askersLanguage, likelyLanguages } from './askers-language.ts';

/**
 * Decides before any model call whether a question may be answered: author, already answered, questions of the
 * last hour, two-word rule, people first, cooldown, in this order. Repeating it is harmless.
 */
export async function admit(
  { records, channelFor, config, now }: ReplyDeps,
  snapshot: Snapshot,
): Promise<Admission> {
  const { id, location, author, askedDirectly, batch, revises } = snapshot;
  if (author.kind !== 'community_user') return { outcome: 'refused', reason: 'not_for_steward' };
  const channel = channelFor(location.channelId);
  const askedAt = Date.parse(batch.at(-1)?.createdAt ?? '');
  // A revised answer is not a new one, and one outside any guild disturbs nobody.
  const isFree = askedDirectly || revises !== undefined || location.guildId === outsideGuilds;
  const answerAfter = isFree ? 0 : (channel?.answer_after_seconds ?? 0);
  const pageKey = isVisitor(author.id)
    ? keyAt(await records.publishableKeys(), location.channelId)
    : undefined;
  const limits =
    revises === undefined && !isTrusted(snapshot)
      ? { ...config.budget, direct_per_key_per_day: pageKey?.questionsPerDay ?? null }
      : null;
  return records.admit({
    messageId: id,
    guildId: location.guildId,
    channelId: location.channelId,
    userId: author.id,
    now: now(),
    isDirect: limits !== null && askedDirectly,
    limits,
    refused: refuseShort(snapshot, config.ai_response.llm_enable_image),
    notBefore: answerAfter > 0 ? new Date(askedAt + answerAfter * 1000) : null,
    // An answer in a thread does not clutter the channel.
    cooldown: isFree || location.thread || channel?.reply_style !== 'reply' ? null : channel,
  });
}

/** Whether an operator or the holder of a key asks, who have limits of their own. A moderator on the page has Discord's id. */
const isTrusted = ({ location, author }: Pick<Snapshot, 'location' | 'author'>): boolean =>
  location.guildId === outsideGuilds && !isVisitor(author.id) && !/^\d+$/u.test(author.id);

/**
 * One or two words cannot be answered from documents unless the same member wrote more before. One word is enough in a
 * direct question. In a forum post and in a thread that Steward opened, the model decides. `gatherContext` drops chatter
 * before a run starts.
 */
export function refuseShort(
  {
    batch,
    history,
    author,
    location: { thread },
    askedDirectly,
  }: Pick<Snapshot, 'batch' | 'history' | 'author' | 'location' | 'askedDirectly'>,
  readsImages: boolean,
): 'too_short' | null {
  if (thread?.openedBySteward || thread?.inForum) return null;
  const ownMessages = [...history, ...batch].filter((message) => message.author.id === author.id);
  const fewest = askedDirectly ? 1 : 3;
  const isLong = ownMessages.some(({ text }) => wordCount(withoutSteward(text)) >= fewest);
  return isLong || readsFileOf(ownMessages, readsImages) ? null : 'too_short';
}

/** Whether a fixed sentence may be posted: it takes one of the member's and the channel's requests. */
export async function maySay(
  { records, config, now }: Pick<ReplyDeps, 'records' | 'config' | 'now'>,
  snapshot: Snapshot,
): Promise<boolean> {
  const { id, location, author } = snapshot;
  const share = { id, kind: 'requested', guildId: location.guildId, channelId: location.channelId } as const;
  return (
    isTrusted(snapshot) ||
    records.takeShare({ ...share, userId: author.id, now: now(), limits: config.budget })
  );
}

/** The fixed sentence for a member who asked directly and whose question was refused or failed. Null for others. */
export function refusalPost(
  deps: Pick<ReplyDeps, 'channelFor' | 'config' | 'textsFor'>,
  { reason, snapshot }: { readonly reason: ReplyReason; readonly snapshot: Snapshot },
): PlannedPost | null {
  if (!snapshot.askedDirectly) return null;
  const texts = deps.textsFor(askersLanguage(deps, snapshot));
  const sentences: Partial<Record<ReplyReason, string>> = {
    too_short: texts.say_more,
    asked_too_often: texts.asked_too_often,
  };
  const sentence = sentences[reason] ?? texts.cannot_look_up;
  return composeSentence({ style: 'reply', question: batchText(snapshot.batch), texts, sentence });
}

const answers = {
  thanks: 'thanked',
  greeting: 'greeted',
  help: 'greeted',
  who_are_you: 'asked_who',
  insult: 'insulted',
} as const satisfies Readonly<Record<Courtesy, keyof Texts>>;

/**
 * The fixed answer to thanks, a greeting, "who are you?" or an insult, if a member says nothing else, and to a file alone that
 * Steward does not read; otherwise null.
 */
export function courtesyPost(
  deps: Pick<ReplyDeps, 'channelFor' | 'config' | 'textsFor'>,
  snapshot: Snapshot,
): { readonly reason: Courtesy | 'unread_file'; readonly post: PlannedPost } | null {
  const { askedDirectly, batch } = snapshot;
  const readsImages = deps.config.ai_response.llm_enable_image;
  if (!askedDirectly || readsFileOf(batch, readsImages)) return null;
  const question = batchText(batch);
  if (isOnlyUnreadFiles(batch, readsImages)) {
    const texts = deps.textsFor(askersLanguage(deps, snapshot));
    const post = composeSentence({ style: 'reply', question, texts, sentence: texts.unread_file });
    return { reason: 'unread_file', post };
  }
  const courtesyKind = courtesyOf(question);
  if (!courtesyKind) return null;
  const { courtesy, languages } = courtesyKind;
  const likely = likelyLanguages(deps, snapshot).find(
    (language) => languages.length === 0 || languages.includes(language),
  );
  const texts = deps.textsFor(likely ?? languages[0] ?? null);
  const post = composeSentence({ style: 'reply', question, texts, sentence: texts[answers[courtesy]] });
  return { reason: courtesy, post };
}
