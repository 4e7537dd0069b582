import type { Texts } from '../../config/schema/texts.ts';
import { type Snapshot, snapshotOfPair } from '../../domain/intake/snapshot.ts';
import { buttonsBelow } from '../../domain/posting/post-buttons.ts';
import { captureMasks, formPair } from '../../domain/team/form-pair.ts';
import { entryOfCapture, lastExchange, type Turn } from '../../domain/team/qa-pair.ts';
import { plainTitle } from '../../domain/posting/answer-links.ts';
import { fillText, oneLineOf } from '../../domain/values/text.ts';
import type { DiscordDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { declined } from '../intake/as-team-saw.ts';
import { postForCause, closeTeamPost, quotedQuestion } from './post-for-cause.ts';
import { refOf } from '../../domain/intake/message.ts';
import type { QaId } from '../../domain/values/qa-id.ts';

/**
 * Asks the team in its channel, once, whether to capture a pair. Returns null if no answer is needed: the team has
 * confirmed before, the pair was captured, or the conversation has none. Runs at least once.
 */
export async function askToCapture(
  deps: DiscordDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<{ readonly expiresInMilliseconds: number | null }> {
  const { config, library } = deps;
  const nothing = { expiresInMilliseconds: null };
  if (entryOfCapture(await library.rawEntries(), snapshotId)) return nothing;
  const snapshot = await requireSnapshot(deps, snapshotId);
  const text = snapshot.teamConfirmed ? null : questionOf(deps, snapshot);
  if (text === null) return nothing;
  await postForCause(deps, {
    cause: causeOf(snapshotId),
    text,
    nonce: `${snapshotId}.ask`,
    afterMessageId: snapshotId,
    buttons: buttonsBelow('capture', snapshotId, deps.texts.desk),
  });
  return { expiresInMilliseconds: config.discord.preview_expires_hours * 3_600_000 };
}

/** Shows the team's review, or that nobody decided in time. What the team has declined is not learned beside something else. */
export async function closeCaptureQuestion(
  deps: DiscordDeps,
  { snapshotId, outcome }: { readonly snapshotId: string; readonly outcome: keyof typeof closing },
): Promise<void> {
  if (outcome === 'declined') await deps.records.rememberPostFor(declined + snapshotId, snapshotId);
  await closeTeamPost(deps, { cause: causeOf(snapshotId), sentence: deps.texts.desk[closing[outcome]] });
}

/** Tells the team once that a conversation was not learned, because masking left nothing of its answer. Runs at least once. */
export async function tellMasked(
  deps: DiscordDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<void> {
  if (deps.config.discord.team_channel_id === null) return;
  const { batch } = await requireSnapshot(deps, snapshotId);
  await postForCause(deps, {
    cause: `masked/${snapshotId}`,
    text: fillText(deps.texts.desk.not_learned_masked, { link: `<${batch.at(-1)?.link ?? ''}>` }),
    nonce: `${snapshotId.slice(-18)}.masked`,
    afterMessageId: snapshotId,
  });
}

const closing = {
  accepted: 'learning',
  declined: 'capture_dropped',
  expired: 'capture_expired',
} as const satisfies Readonly<Record<string, keyof Texts['desk']>>;

const causeOf = (snapshotId: string): string => `learn/${snapshotId}`;

const maxTurnChars = 600;

const allSaid = (changed: readonly Turn[], turns: readonly Turn[]) => ({
  asked: changed.map(({ text }) => text).join(' / '),
  answered: turns.flatMap(({ label, text }) => (label === 'Team' ? [text] : [])).join(' / '),
});

/** The link, what was asked last, or what was edited since, and what the team said to it. Null for a conversation without a pair. */
function questionOf({ config, texts }: DiscordDeps, snapshot: Snapshot): string | null {
  const mask = captureMasks[config.kb.capture_mask];
  const formed = formPair({ snapshot, imageSummaries: [], imagesRead: false, mask });
  if ('reason' in formed) return null;
  const { turns, messageIds } = formed.entry;
  const changed = turns.filter((_, at) => snapshot.changedIds?.includes(messageIds[at] ?? ''));
  const { asked, answered } = changed.length > 0 ? allSaid(changed, turns) : lastExchange(turns);
  const heading = changed.length > 0 ? texts.desk.capture_edited : texts.desk.capture_heading;
  const link = snapshot.batch.at(-1)?.link ?? '';
  return [
    fillText(heading, { link: `<${link}>` }),
    // Bold are the team's words alone.
    quotedQuestion(asked, maxTurnChars),
    `> **${oneLineOf(plainTitle(answered), maxTurnChars)}**`,
  ].join('\n');
}

/** Adds Steward's reaction to the team's last message of a pair, while its snapshot is kept. May be repeated. */
export async function markLearned(
  { records, chat, config }: DiscordDeps,
  { qaId }: { readonly qaId: QaId },
): Promise<void> {
  const emoji = config.discord.captured_emoji;
  const snapshot = emoji === null ? null : await snapshotOfPair(records, qaId);
  const last = snapshot?.batch.findLast(
    ({ author, typedInForm }) => author.kind === 'team_member' && !typedInForm,
  );
  if (last && emoji !== null) await chat.react({ ...refOf(last), emoji });
}
