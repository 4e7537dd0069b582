import { withoutSmallPrint } from '../intake/conversation.ts';
import { type AuthorKind, compareIds, type Message, mergeById } from '../intake/message.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../values/qa-id.ts';
import { teamTurns } from './erased-turns.ts';
import type { RawEntry, Turn, TurnLabel } from './qa-pair.ts';
import { isImage } from '../intake/attachments.ts';
import type { Snapshot } from '../intake/snapshot.ts';
import { lettersIn, storableText, wordsIn } from '../values/text.ts';
import { maskCredentials } from '../intake/mask-credentials.ts';
import { maskPersonalData } from '../moderation/moderate.ts';

export interface ImageSummary {
  readonly messageId: string;
  /** The index among the message's images, from 0. */
  readonly imageIndex: number;
  readonly summary: string;
}

export interface PairRequest {
  readonly snapshot: Pick<Snapshot, 'history' | 'batch' | 'conversationId'>;
  readonly imageSummaries: readonly ImageSummary[];
  /** False if image reading is off: then each image is only named. */
  readonly imagesRead: boolean;
  /** Removes what must not be kept. It is applied to every text, summary and file name. */
  readonly mask: (text: string) => string;
}

const labels: Readonly<Record<AuthorKind, TurnLabel | null>> = {
  community_user: 'User',
  team_member: 'Team',
  steward: null,
  bot: null,
};

/**
 * Forms a pair from a captured conversation: history and batch merged by id, one turn per message. It leaves out messages
 * of Steward, other bots and the platform, and those without text or attachment, also from `messageIds`. The timestamp is
 * that of the batch's last message. Throws a RangeError for an empty batch.
 */
export function formPair(
  request: PairRequest,
): { entry: RawEntry } | { reason: 'no_question' | 'no_answer' | 'masked' } {
  const { history, batch, conversationId } = request.snapshot;
  const last = mergeById(batch).at(-1);
  if (!last) throw new RangeError('A batch without messages forms no pair.');
  const spoken = mergeById([...history, ...batch]).flatMap((message) => {
    const turn = turnOf(message, request);
    return turn ? [{ id: message.id, turn }] : [];
  });
  const turns = spoken.map(({ turn }) => turn);
  if (!turns.some(({ label }) => label === 'User')) return { reason: 'no_question' };
  if (teamTurns(turns).length === 0) return { reason: 'no_answer' };
  if (isMasked(turns)) return { reason: 'masked' };
  const timestamp = timestampFromDate(new Date(last.createdAt));
  const messageIds = spoken.map(({ id }) => id);
  return { entry: { qaId: qaIdFromTimestamp(timestamp), timestamp, conversationId, messageIds, turns } };
}

/** Fillers such as "try this one". */
const fewWords = 4;
const fewLetters = 24;

/** Whether masking has left nothing of what the team said. */
export function isMasked(turns: readonly Turn[]): boolean {
  const text = teamTurns(turns).join('\n');
  const rest = text.replaceAll(/\[[a-z ]{1,40} removed\]/gu, ' ');
  return rest !== text && wordsIn(rest).length <= fewWords && lettersIn(rest).length <= fewLetters;
}

function turnOf(message: Message, { imageSummaries, imagesRead, mask }: PairRequest): Turn | null {
  const label = labels[message.author.kind];
  if (label === null || message.isSystem) return null;
  const summaries = new Map(
    imageSummaries
      .filter(({ messageId }) => imagesRead && messageId === message.id)
      .map(({ imageIndex, summary }) => [imageIndex, oneLine(mask(summary))]),
  );
  const images = message.attachments.filter(isImage);
  const attachments = message.attachments.map((attachment) => {
    const name = oneLine(mask(attachment.fileName));
    if (!isImage(attachment)) return `[File: ${name}]`;
    return `[Image: ${summaries.get(images.indexOf(attachment)) || name}]`;
  });
  const ownText = mask(message.text);
  const text = storableText([...(ownText.trim() === '' ? [] : [ownText]), ...attachments].join('\n'));
  return text.trim() === '' ? null : { label, text };
}

/** The limit for one of Steward's own turns: enough to show what the team answers to. */
const ownTurnChars = 1_000;

/**
 * Adds Steward's own turns to a pair, as context for a model that is stored nowhere. They come from the archive if
 * another program wrote them there, otherwise from the conversation's messages. Returns null if there are none.
 */
export function withOwnTurns<Pair extends RawEntry>(
  entry: Pair,
  { messages, mask }: { readonly messages: readonly Message[] } & Pick<PairRequest, 'mask'>,
): Pair | null {
  if (entry.turns.some(({ label }) => label === 'You')) return entry;
  const ownMessages = messages.filter(
    ({ author, isSystem, text }) => author.kind === 'steward' && !isSystem && text.trim() !== '',
  );
  const isAligned = entry.turns.length === entry.messageIds.length;
  if (ownMessages.length === 0 || !isAligned) return null;
  const texts = [
    ...entry.messageIds.map((id, at) => ({ id, turn: entry.turns[at] })),
    ...ownMessages.map(({ id, text }) => ({
      id,
      turn: { label: 'You' as const, text: ownText(mask(text)) },
    })),
  ];
  const inOrder = texts.toSorted((a, b) => compareIds(a.id, b.id));
  return { ...entry, turns: inOrder.flatMap(({ turn }) => turn ?? []) };
}

const ownText = (text: string): string => storableText(withoutSmallPrint(text).slice(0, ownTurnChars));

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** What each value of `kb.capture_mask` removes from captured text. */
export const captureMasks = {
  secrets: maskCredentials,
  secrets_and_personal: maskPersonalData,
  none: (text: string) => text,
} as const satisfies Readonly<Record<string, (text: string) => string>>;

const asQuotation = (turn: Turn): Turn =>
  turn.label === 'Team' ? { ...turn, text: turn.text.replaceAll(/^(?!> )/gmu, '> ') } : turn;

/**
 * What the team says now behind what a conversation held, as an entry of its own. What it said before stays as a quotation, which is no
 * source. `messageIds` are those of all captures of the conversation: it has one more, so it replaces them.
 */
export function correctedEntry(
  entry: Pick<RawEntry, 'conversationId' | 'messageIds' | 'turns'>,
  { messageId, text, now }: { readonly messageId: string; readonly text: string; readonly now: Date },
): RawEntry {
  const timestamp = timestampFromDate(now);
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    conversationId: entry.conversationId,
    messageIds: [...new Set([...entry.messageIds, messageId])],
    turns: [
      ...entry.turns.filter(({ label }) => label !== 'You').map(asQuotation),
      { label: 'Team', text: storableText(text) },
    ],
  };
}
