import type { Actor } from '../domain/ports/interactions.ts';
import { fillText } from '../domain/values/text.ts';
import { removalCap } from '../domain/team/related-entries.ts';
import type { HandlerDeps, Handlers } from './handler.ts';

/** Decisions for all channels need the right to moderate the whole server. */
const mayDecide = ({ moderates, moderatesServer }: Actor, channelId: string | null): boolean =>
  channelId === null ? moderatesServer : moderates;

/** `/steward`: pausing, resuming, and erasing oneself. */
export const deskHandlers: Handlers<'pause' | 'resume' | 'forget_me'> = {
  pause: async ({ records, texts, now }, { channelId, actor }) => {
    if (!mayDecide(actor, channelId)) return { text: texts.team_only };
    await records.pause({ channelId, since: now().toISOString() });
    return { text: channelId === null ? texts.paused_everywhere : texts.paused };
  },

  resume: async ({ records, texts }, { channelId, actor }) => {
    if (!mayDecide(actor, channelId)) return { text: texts.team_only };
    await records.resume(channelId);
    return { text: channelId === null ? texts.resumed_everywhere : texts.resumed };
  },

  /** Everybody may erase themselves, and nobody else, unless it takes more from the library than a member decides alone. */
  forget_me: async (deps, { confirmed, actor }) => {
    const { erasure, runs, texts } = deps;
    if (await isForOperator(deps, actor))
      return { text: fillText(texts.forget_me_operator, { id: actor.id }) };
    if (!confirmed) {
      const button = { action: 'forget_me', target: actor.id, label: texts.forget_me } as const;
      return { text: texts.forget_me_question, buttons: [button] };
    }
    const { topics } = await erasure.erase({ userId: actor.id });
    if (topics.length > 0) await runs.startRefresh().catch(() => {});
    return { text: texts.forgotten };
  },
};

/** The words of the team, and more pairs than a rebuild may remove by itself, go only by the operator's command. */
async function isForOperator(
  { erasure, library, config }: HandlerDeps,
  { id, isTeam }: Actor,
): Promise<boolean> {
  if (isTeam) return true;
  const { isTeamMember, retracted } = await erasure.erase({ userId: id, dryRun: true });
  if (isTeamMember || retracted.length === 0) return isTeamMember;
  const topics = await library.topics(await library.liveGeneration());
  const standing = topics.reduce((sum, { pairs }) => sum + pairs.length, 0);
  return retracted.length > removalCap(config.kb.max_removals_per_regeneration, standing);
}
