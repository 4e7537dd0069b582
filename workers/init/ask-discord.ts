import type { Invitation } from '../../adapters/discord/guild/application.ts';
import { UsageError } from '../cli/exit.ts';
import { fromEnvironment, type Prompting } from './prompting.ts';
import { tokenVariable, type Setup } from './setup-files.ts';
import { testDiscord, testIds } from './test-setup.ts';

export interface DiscordQuestions {
  readonly discordToken?: string;
  readonly discordTokenEnv?: string;
  readonly guild: readonly string[];
  readonly channel: readonly string[];
  readonly teamRole: readonly string[];
  readonly teamChannel?: string;
  readonly preview: boolean;
  readonly skipTests: boolean;
}

type DiscordSetup = Pick<
  Setup,
  'discordToken' | 'guildIds' | 'channels' | 'teamRoleIds' | 'teamChannelId' | 'preview'
>;

/** Asks for the token first and, without one, only for the rest if options have begun with it. */
export async function askDiscord(
  options: DiscordQuestions,
  asking: Prompting,
): Promise<DiscordSetup & { readonly invitation: Invitation | null }> {
  const bot = await askToken(options, asking);
  if (bot.discordToken === null && !hasBegun(options))
    return { ...bot, guildIds: [], channels: [], teamRoleIds: [], teamChannelId: '', preview: false };
  const list = async (
    message: string,
    given: readonly string[],
    check?: (list: string) => string,
    fallback = '',
  ) =>
    listOf(
      await asking.text({
        message,
        given: given.length > 0 ? given.join(',') : null,
        fallback,
        ...(check && { check }),
      }),
    );
  const guildIds = await list('Id of your server', options.guild, testIds);
  const channels = await list('Channels where it answers, with commas', options.channel, undefined, 'help');
  const teamRoleIds = await list(
    'Ids of the roles of your team, from whose answers it learns (empty: it learns nothing)',
    options.teamRole,
    testIds,
  );
  const teamChannelId = await asking.text({
    message: "Id of the team's channel, for drafts and problems (empty: none)",
    given: options.teamChannel,
    fallback: '',
    check: testIds,
  });
  const preview =
    options.preview ||
    (guildIds.length > 0 &&
      teamChannelId !== '' &&
      (await asking.yes('For a first week: show drafts to the team only, and post what the team approves?')));
  if (guildIds.length === 0 && (options.channel.length > 0 || preview))
    throw new UsageError('--channel and --preview are about a server: give its id with --guild, too.');
  if (preview && teamChannelId === '')
    throw new UsageError(
      "--preview shows drafts in the team's channel: give its id with --team-channel, too.",
    );
  return { ...bot, guildIds, channels, teamRoleIds, teamChannelId, preview };
}

/** Returns the token and the invitation of its application, which is null if Discord was not asked. */
async function askToken(
  options: DiscordQuestions,
  asking: Prompting,
): Promise<Pick<Setup, 'discordToken'> & { readonly invitation: Invitation | null }> {
  let invitation: Invitation | null = null;
  const apiUrl = process.env['STEWARD__DISCORD__API_URL'];
  const discordToken = await asking.secret({
    message: 'Discord token (empty: no Discord yet)',
    given: options.discordToken ?? fromEnvironment(options.discordTokenEnv) ?? process.env[tokenVariable],
    ...(!options.skipTests && {
      check: async (token) => {
        invitation = await testDiscord(token, apiUrl);
        return 'Discord: the token is good';
      },
    }),
  });
  return { discordToken, invitation };
}

const hasBegun = ({ guild, channel, teamRole, teamChannel, preview }: DiscordQuestions): boolean =>
  [...guild, ...channel, ...teamRole, teamChannel].some((given) => given !== undefined) || preview;

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim().replace(/^#/u, ''))
    .filter((one) => one !== '');
