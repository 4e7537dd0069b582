import type { HandlerDeps } from '../../interactions/handler.ts';
import type { Logger } from 'pino';
import { openDiscord, type Discord } from '../../adapters/discord/open-discord.ts';
import { channelFor } from '../../config/channel-for.ts';
import type { Config } from '../../config/schema.ts';
import { pageUrlOf } from '../../config/schema/http.ts';
import { textsFor } from '../../config/texts-for.ts';
import { mistake } from '../../domain/ports/errors.ts';
import { createInteractionHandlers } from '../../interactions/create-handlers.ts';
import type { Steward } from './open-steward.ts';

export function openDiscordOf({ discord: settings }: Config, token: string, log: Logger): Promise<Discord> {
  return openDiscord({
    token,
    guildIds: settings.guild_ids,
    channels: Object.keys(settings.channels),
    team: { memberIds: settings.team_member_ids, roleIds: settings.team_role_ids },
    reactions: {
      solvedTags: settings.solved_tags,
      setsSolvedTag: settings.set_solved_tag,
      answerReaction: settings.answer_reaction,
    },
    catchUpMaxAgeHours: settings.catch_up_max_age_hours,
    apiUrl: settings.api_url,
    log,
    now: () => new Date(),
  });
}

/** For a command that asks Discord something. */
export const noToken = () =>
  mistake(
    'discord_no_token',
    'This needs a Discord token: STEWARD__DISCORD__TOKEN in .env (docs/discord.md says where to get it).',
  );

export const noTokenForBot = () =>
  mistake(
    'discord_no_token',
    'There is no Discord token, so a worker with the role bot has nowhere to listen. Set STEWARD__DISCORD__TOKEN ' +
      '(docs/discord.md says where to get it), answer over HTTP alone (set http.port): npx steward worker --role ' +
      'reply,library, or try Steward without Discord: npx steward dev --kb DIR',
  );

/** The handlers of buttons, forms, commands and the moderators' page. */
export function interactionHandlersOf({
  config,
  live,
  runs,
  storage,
  listed,
  answerWanted = null,
}: Pick<Steward, 'runs' | 'storage' | 'live'> & {
  readonly config: Config;
  readonly listed: ReadonlyMap<string, string> | null;
  readonly answerWanted?: HandlerDeps['answerWanted'];
}) {
  const textsOf = textsFor(config);
  const texts = textsOf(null).desk;
  const handlers = createInteractionHandlers({
    ...storage,
    runs,
    config,
    answerWanted,
    channelFor: (id) => channelFor(live.current(), listed)(id),
    texts,
    textsFor: textsOf,
    pageUrl: pageUrlOf(config.http),
    now: () => new Date(),
  });
  return { handlers, texts, teamChannelId: config.discord.team_channel_id };
}
