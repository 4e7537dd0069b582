import type { Prompting } from './prompting.ts';
import { tokenVariable, type Setup } from './setup-files.ts';

export interface DiscordQuestions {
  readonly guild: readonly string[];
  readonly channel: readonly string[];
}

type DiscordSetup = Pick<
  Setup,
  'discordToken' | 'guildIds' | 'channels' | 'teamRoleIds' | 'teamChannelId' | 'preview'
>;

/** Asks for the token first and, without one, for nothing else. */
export async function askDiscord(
  { guild, channel }: DiscordQuestions,
  { text, secret, yes }: Prompting,
): Promise<DiscordSetup> {
  const discordToken = await secret({
    message: 'Discord token (empty: no Discord yet)',
    given: process.env[tokenVariable],
  });
  if (discordToken === null)
    return {
      discordToken,
      guildIds: guild,
      channels: channel,
      teamRoleIds: [],
      teamChannelId: '',
      preview: false,
    };
  const guildIds = await text({
    message: 'Id of your server',
    given: guild.length > 0 ? guild.join(',') : undefined,
    check: whyNoIds,
  });
  const channels = await text({
    message: 'Channels where it answers, with commas',
    given: channel.length > 0 ? channel.join(',') : undefined,
    fallback: 'help',
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

function whyNoIds(list: string): string | null {
  const wrong = listOf(list).find((one) => !/^\d{17,20}$/.test(one));
  return wrong === undefined
    ? null
    : `"${wrong}" is no id. An id has 17 to 20 digits: turn on Developer Mode in Discord, then right-click and "Copy ID".`;
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim().replace(/^#/u, ''))
    .filter((one) => one !== '');
