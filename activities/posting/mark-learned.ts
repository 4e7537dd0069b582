import { refOf } from '../../domain/intake/message.ts';
import { snapshotOfPair } from '../../domain/intake/snapshot.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { DiscordDeps } from '../deps.ts';

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
