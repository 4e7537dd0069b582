import { channelFor } from '../../../config/channel-for.ts';
import { configSchema } from '../../../config/schema.ts';
import { textsFor } from '../../../config/texts-for.ts';
import type { DiscordDeps } from '../../../activities/deps.ts';
import { postReply } from '../../../activities/posting/post-reply.ts';
import { newSnapshot } from '../../../domain/intake/snapshot.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { connectDiscord } from '../discord/connect-discord.ts';
import { openTestDiscord } from '../discord/scene.ts';
import { openIn, testFolder } from '../storage/test-store.ts';
import { replyRecord } from '../values/messages.ts';
import { inStep, openSteps } from './team-steps.ts';

/** The steps that post, over an emulated Discord and a real store. `ask` has a member ask, and writes the row of the answer. */
export async function openPosting(channel: object = {}) {
  const discord = await openTestDiscord();
  const { chat, seen } = await connectDiscord(discord);
  const store = await openIn(testFolder());
  const config = configSchema.parse({
    discord: { channels: { help: { helper_role_id: discord.world.helperRoleId, ...channel } } },
  });
  const deps: DiscordDeps = {
    ...openSteps({ store, decide: () => ({ text: '', questions: [] }), now: () => new Date() }),
    chat,
    config,
    channelFor: channelFor(config, new Map([[discord.channelId('help'), 'help']])),
    textsFor: textsFor(config),
    texts: textsFor(config)(null),
  };
  const ask = async (
    where: { readonly in?: string } = {},
    { askedDirectly = false, ...row }: Partial<ReplyRecord> = {},
  ): Promise<string> => {
    const { id } = discord.say({ by: 'anna', text: 'How do I set the port?', ...where });
    const found = () => seen.find((message) => message.id === id);
    await discord.until(() => found() !== undefined, 'the question is seen');
    const question = found();
    if (!question) throw new Error('It was seen.');
    const { guildId, channelId, thread } = question.location;
    await store.records.saveSnapshot(
      newSnapshot({ id, route: 'reply', conversationId: `reply_${id}`, batch: [question], askedDirectly }),
    );
    const place = { guildId, channelId, threadId: thread?.id ?? null };
    await store.records.insertReplyRecord(replyRecord(id, { ...place, ...row }));
    return id;
  };
  const post = (messageId: string, over: Partial<DiscordDeps> = {}) =>
    inStep(() => postReply({ ...deps, ...over }, { messageId }));
  const textsIn = (where: string) => discord.postsIn(where).map(({ content }) => content);
  return { discord, deps, records: store.records, ask, post, textsIn, help: discord.channelId('help') };
}

/** Dies once Discord has the thread, or a part of the answer, counted from 0. */
export const dyingAt = ({ records }: DiscordDeps, died: 'thread' | number): Pick<DiscordDeps, 'records'> => ({
  records: {
    ...records,
    rememberThread: async (...given) => {
      if (died === 'thread') throw new Error('killed');
      return records.rememberThread(...given);
    },
    rememberPart: async (id, part, ...rest) => {
      if (part === died) throw new Error('killed');
      return records.rememberPart(id, part, ...rest);
    },
  },
});
