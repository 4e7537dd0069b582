import { fillText } from '../../domain/values/text.ts';
import type { DiscordDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { postForCause } from './post-for-cause.ts';
import { inTeamChannel } from './team-post.ts';

/** Tells the team once that a conversation was not learned, because masking left nothing of its answer. Runs at least once. */
export async function tellMasked(
  deps: DiscordDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<void> {
  if (deps.config.discord.team_channel_id === null) return;
  const { batch } = await requireSnapshot(deps, snapshotId);
  await postForCause(deps, {
    cause: `masked/${snapshotId}`,
    target: inTeamChannel(deps),
    text: fillText(deps.texts.desk.not_learned_masked, { link: `<${batch.at(-1)?.link ?? ''}>` }),
    nonce: `${snapshotId.slice(-18)}.masked`,
    afterMessageId: snapshotId,
  });
}
