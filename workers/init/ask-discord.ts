import type { Invitation } from '../../adapters/discord/guild/application.ts';
import type { Prompting } from './prompting.ts';
import { tokenVariable, type Setup } from './setup-files.ts';
import { testDiscord, testIds } from './test-setup.ts';

export interface DiscordQuestions {
  readonly guild: readonly string[];
  readonly channel: readonly string[];
  readonly skipTests: boolean;
}

type DiscordSetup = Pick<
  Setup,
  'discordToken' | 'guildIds' | 'channels' | 'teamRoleIds' | 'teamChannelId' | 'preview'
>;

/** Asks for the token first and, without one, for nothing else. */
export async function askDiscord(
  { guild, channel, skipTests }: DiscordQuestions,
  asking: Prompting,
): Promise<DiscordSetup & { readonly invitation: Invitation | null }> {
  const bot = await askToken(skipTests, asking);
  if (bot.discordToken === null)
    return { ...bot, guildIds: guild, channels: channel, teamRoleIds: [], teamChannelId: '', preview: false };
  const guildIds = await asking.text({
    message: 'Id of your server',
    given: guild.length > 0 ? guild.join(',') : null,
    fallback: '',
    check: testIds,
  });
  const channels = await asking.text({
    message: 'Channels where it answers, with commas',
    given: channel.length > 0 ? channel.join(',') : null,
    fallback: 'help',
  });
  const teamRoleIds = await asking.text({
    message: 'Ids of the roles of your team, from whose answers it learns (empty: it learns nothing)',
    fallback: '',
    check: testIds,
  });
  const teamChannelId = await asking.text({
    message: "Id of the team's channel, for drafts and problems (empty: none)",
    fallback: '',
    check: testIds,
  });
  const preview =
    teamChannelId !== '' &&
    (await asking.yes('For a first week: show drafts to the team only, and post what the team approves?'));
  return {
    ...bot,
    guildIds: listOf(guildIds),
    channels: listOf(channels),
    teamRoleIds: listOf(teamRoleIds),
    teamChannelId,
    preview,
  };
}

/** Returns the token and the invitation of its application, which is null if Discord was not asked. */
async function askToken(
  skipTests: boolean,
  asking: Prompting,
): Promise<Pick<Setup, 'discordToken'> & { readonly invitation: Invitation | null }> {
  let invitation: Invitation | null = null;
  const discordToken = await asking.secret({
    message: 'Discord token (empty: no Discord yet)',
    given: process.env[tokenVariable],
    ...(!skipTests && {
      check: async (token) => {
        invitation = await testDiscord(token, process.env['STEWARD__DISCORD__API_URL']);
        return 'Discord: the token is good';
      },
    }),
  });
  return { discordToken, invitation };
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim().replace(/^#/u, ''))
    .filter((one) => one !== '');
