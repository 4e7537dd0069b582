import { createRest } from '../../adapters/discord/discord-rest.ts';
import { findInvitation } from '../../adapters/discord/guild/application.ts';
import { findListedChannels } from '../../adapters/discord/guild/guild-channels.ts';
import { loadConfig } from '../../config/load.ts';
import { failedWith, isMistake, isTransient } from '../../domain/ports/errors.ts';
import { discordId } from '../../config/schema/fields.ts';
import { createPrompting, type Prompting } from './prompting.ts';
import { tokenVariable, type Setup } from './setup-files.ts';

export interface DiscordQuestions {
  readonly guild: readonly string[];
  readonly channel: readonly string[];
}

type DiscordSetup = Pick<
  Setup,
  'discordToken' | 'guildIds' | 'channels' | 'teamRoleIds' | 'teamChannelId' | 'preview'
>;

/** Asks for the token first and, without one, for nothing else; what options say is kept, and checked, in any case. */
export async function askDiscord(
  { guild, channel }: DiscordQuestions,
  asking: Prompting,
): Promise<DiscordSetup> {
  const discordToken = await asking.secret({
    message: 'Discord token (empty: no Discord yet)',
    given: process.env[tokenVariable],
    check: (token) => refusalOf(async () => void (await findInvitation(accessOf(token)))),
  });
  const { text, yes } = discordToken === null ? createPrompting(false) : asking;
  const guildIds = await text({
    message: 'Id of your server',
    flag: '--guild',
    given: guild.length > 0 ? guild.join(',') : undefined,
    check: whyNoIds,
  });
  const channels = await text({
    message: 'Channels where it answers, with commas',
    flag: '--channel',
    given: channel.length > 0 ? channel.join(',') : undefined,
    fallback: discordToken === null ? '' : 'help',
    check: (names) => {
      if (channel.length > 0 && listOf(names).length === 0) return 'A channel has a name, or an id.';
      const wanted = { guildIds: listOf(guildIds), channels: listOf(names) };
      return discordToken === null ? null : refusalOf(() => findAll(discordToken, wanted));
    },
  });
  const teamRoleIds = await text({
    message: 'Ids of the roles of your team, from whose answers it learns (empty: it learns nothing)',
    check: whyNoIds,
  });
  const teamChannelId = await text({
    message: "Id of the team's channel, for drafts and problems (empty: none)",
    check: whyNoIds,
  });
  const preview =
    teamChannelId !== '' &&
    (await yes('For a first week: show drafts to the team only, and post what the team approves?'));
  return {
    discordToken,
    guildIds: listOf(guildIds),
    channels: listOf(channels),
    teamRoleIds: listOf(teamRoleIds),
    teamChannelId,
    preview,
  };
}

const accessOf = (token: string) => ({
  token,
  apiUrl: loadConfig({ path: null, env: process.env }).config.discord.api_url,
});

/** Throws for a channel that is not there. Before Steward is on the server, there is nothing to look at. */
async function findAll(
  token: string,
  wanted: { readonly guildIds: readonly string[]; readonly channels: readonly string[] },
): Promise<void> {
  if (wanted.guildIds.length === 0 || wanted.channels.length === 0) return;
  const { problems } = await findListedChannels({ rest: createRest(accessOf(token)), ...wanted });
  const [first] = problems;
  if (first && problems.every((one) => failedWith(one, 'discord_unknown_channel'))) throw first;
}

/** What Discord says against an answer; null where it cannot be reached: `doctor` looks again. */
async function refusalOf(look: () => Promise<void>): Promise<string | null> {
  try {
    await look();
    return null;
  } catch (error) {
    if (isTransient(error)) return null;
    if (isMistake(error)) return error.message;
    throw error;
  }
}

function whyNoIds(list: string): string | null {
  const wrong = listOf(list).find((one) => !discordId().safeParse(one).success);
  return wrong === undefined
    ? null
    : `"${wrong}" is no id. An id has 17 to 20 digits: turn on Developer Mode in Discord, then right-click and "Copy ID".`;
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim().replace(/^#/u, ''))
    .filter((one) => one !== '');
