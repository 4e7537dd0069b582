import { type AuthorKind, compareIds, type Message, mergeById } from '../intake/message.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../values/qa-id.ts';
import type { RawEntry, Turn, TurnLabel } from './qa-pair.ts';
import { isImage, type Snapshot } from '../intake/snapshot.ts';
import { storableText } from '../values/text.ts';
import { maskCredentials } from '../intake/mask-credentials.ts';
import { maskPersonalData } from '../moderation/moderate.ts';

export interface ImageSummary {
  readonly messageId: string;
  /** From 0, among the images of the message. */
  readonly imageIndex: number;
  readonly summary: string;
}

export interface PairRequest {
  readonly snapshot: Pick<Snapshot, 'history' | 'batch' | 'conversationId'>;
  readonly imageSummaries: readonly ImageSummary[];
  /** False: images are off, and each is named instead. */
  readonly imagesRead: boolean;
  /** Takes out what may not be kept; applied to every text, summary and file name. */
  readonly mask: (text: string) => string;
}

const labels: Readonly<Record<AuthorKind, TurnLabel | null>> = {
  community_user: 'User',
  team_member: 'Team',
  steward: null,
  bot: null,
};

/**
 * The pair that a captured conversation holds: history and batch merged by id, one turn for each message.
 * Messages of Steward, of other bots, of the platform and without text or attachment are left out, `messageIds` included.
 * The timestamp is that of the batch's last message; it throws a RangeError when the batch is empty.
 */
export function formPair(
  request: PairRequest,
): { entry: RawEntry } | { reason: 'no_question' | 'no_answer' } {
  const { history, batch, conversationId } = request.snapshot;
  const last = mergeById(batch).at(-1);
  if (!last) throw new RangeError('A batch without messages forms no pair.');
  const spoken = mergeById([...history, ...batch]).flatMap((message) => {
    const turn = turnOf(message, request);
    return turn ? [{ id: message.id, turn }] : [];
  });
  const turns = spoken.map(({ turn }) => turn);
  if (!turns.some(({ label }) => label === 'User')) return { reason: 'no_question' };
  if (!turns.some(({ label }) => label === 'Team')) return { reason: 'no_answer' };
  const timestamp = timestampFromDate(new Date(last.createdAt));
  const messageIds = spoken.map(({ id }) => id);
  return { entry: { qaId: qaIdFromTimestamp(timestamp), timestamp, conversationId, messageIds, turns } };
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
  const own = mask(message.text);
  const text = storableText([...(own.trim() === '' ? [] : [own]), ...attachments].join('\n'));
  return text.trim() === '' ? null : { label, text };
}

/** Of one turn of Steward's own: enough to know what the team answers to. */
const ownTurnChars = 1_000;

/**
 * A pair with Steward's own turns where they were said: context for a model, stored nowhere. They come from the archive where
 * another program wrote them down, else from the messages of the conversation. Null when there are none.
 */
export function withOwnTurns<Pair extends RawEntry>(
  entry: Pair,
  { messages, mask }: { readonly messages: readonly Message[] } & Pick<PairRequest, 'mask'>,
): Pair | null {
  if (entry.turns.some(({ label }) => label === 'You')) return entry;
  const own = messages.filter(
    ({ author, isSystem, text }) => author.kind === 'steward' && !isSystem && text.trim() !== '',
  );
  const isAligned = entry.turns.length === entry.messageIds.length;
  if (own.length === 0 || !isAligned) return null;
  const said = [
    ...entry.messageIds.map((id, at) => ({ id, turn: entry.turns[at] })),
    ...own.map(({ id, text }) => ({ id, turn: { label: 'You' as const, text: ownText(mask(text)) } })),
  ];
  const inOrder = said.toSorted((a, b) => compareIds(a.id, b.id));
  return { ...entry, turns: inOrder.flatMap(({ turn }) => turn ?? []) };
}

const ownText = (text: string): string => storableText(text.slice(0, ownTurnChars));

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** What `kb.capture_mask` takes out of captured text. */
export const captureMasks = {
  secrets: maskCredentials,
  secrets_and_personal: maskPersonalData,
  none: (text: string) => text,
} as const satisfies Readonly<Record<string, (text: string) => string>>;
