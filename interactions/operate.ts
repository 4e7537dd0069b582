import type { Actor } from '../domain/ports/interactions.ts';
import type { Handlers } from './handler.ts';
import { buttonsOfGaps } from './gaps.ts';
import { overviewOf } from './overviews.ts';

/** Decisions for all channels need the right to moderate the whole server. */
const mayDecide = ({ moderates, moderatesServer }: Actor, channelId: string | null): boolean =>
  channelId === null ? moderatesServer : moderates;

/** `/steward`: pausing, resuming, overviews, and erasing oneself. */
export const deskHandlers: Handlers<'pause' | 'resume' | 'show' | 'forget_me'> = {
  pause: async ({ records, texts, now }, { channelId, actor }) => {
    if (!mayDecide(actor, channelId)) return { text: texts.not_allowed };
    await records.pause({ channelId, since: now().toISOString() });
    return { text: channelId === null ? texts.paused_everywhere : texts.paused };
  },

  resume: async ({ records, texts }, { channelId, actor }) => {
    if (!mayDecide(actor, channelId)) return { text: texts.not_allowed };
    await records.resume(channelId);
    return { text: channelId === null ? texts.resumed_everywhere : texts.resumed };
  },

  show: async (deps, { overview, actor }) => {
    if (!actor.moderatesServer) return { text: deps.texts.not_allowed };
    const text = await overviewOf(deps, overview);
    return overview === 'gaps' ? { text, buttons: await buttonsOfGaps(deps) } : { text };
  },

  /** Everybody may erase themselves, and nobody else. */
  forget_me: async ({ erasure, runs, texts }, { confirmed, actor }) => {
    if (!confirmed) {
      const button = { action: 'forget_me', target: actor.id, label: texts.forget_me } as const;
      return { text: texts.forget_me_question, buttons: [button] };
    }
    const { topics } = await erasure.erase({ userId: actor.id });
    if (topics.length > 0) await runs.startRefresh().catch(() => {});
    return { text: texts.forgotten };
  },
};
