import { findInvitation } from '../../../../adapters/discord/guild/application.ts';
import { checkChannels, countMembers } from '../../../../adapters/discord/check-channels.ts';
import { contentIntentIsOff } from '../../../../adapters/discord/discord-failure.ts';
import { createRest } from '../../../../adapters/discord/discord-rest.ts';
import { findListedChannels } from '../../../../adapters/discord/guild/guild-channels.ts';
import type { Config } from '../../../../config/schema.ts';
import { finalError } from '../../../../domain/ports/errors.ts';
import { createLogger } from '../../../wiring/logger.ts';
import { noTokenForBot } from '../../../wiring/discord.ts';
import { discordAccess } from '../discord.ts';
import { passed, problem, warning, type CheckResult } from './finding.ts';

/** Checks the token, the message content intent, the servers and the permissions in each channel. */
export async function checkDiscord({ discord, http }: Config): Promise<readonly CheckResult[]> {
  const { token, guild_ids: guildIds, channels } = discord;
  if (token === null) {
    if (http.port === null) throw noTokenForBot();
    const httpAlone = 'no token, so questions come over HTTP alone: npx steward worker --role reply,library';
    if (guildIds.length === 0 && Object.keys(channels).length === 0) return [passed(httpAlone)];
    return [
      warning(
        `${httpAlone}. Where the role bot shall work in discord.channels, set STEWARD__DISCORD__TOKEN (docs/discord.md)`,
      ),
    ];
  }
  const access = discordAccess(discord);
  if (!(await findInvitation(access)).canReadMessages) throw contentIntentIsOff();
  const rest = createRest(access);
  const { listed, problems } = await findListedChannels({
    rest,
    guildIds,
    channels: Object.keys(channels),
  });
  if (problems.length > 0) return problems.map(({ message }) => problem(message));
  const checked = await checkChannels({
    ...access,
    listed,
    log: createLogger({ level: 'error', file: null }),
  });
  const lacking = checked.filter(({ missing }) => missing.length > 0);
  if (lacking.length > 0) throw permissionsMissing(lacking);
  const hidden = checked.filter(
    ({ listedAs, readableByEveryone }) => !readableByEveryone && channels[listedAs]?.capture,
  );
  const members = await countMembers({ rest, guildIds });
  return [
    ...(members < warnedFromMembers ? [] : [reviewNeeded(members)]),
    passed(`the token is good, and Steward has its permissions in ${checked.length} channel(s)`),
    ...hidden.map(({ name }) =>
      warning(`Steward learns from ${name}, which @everyone cannot read, and answers with it elsewhere`),
    ),
  ];
}

/** Discord reviews who may read messages from 10,000 users on, since June 2026. */
const warnedFromMembers = 8_000;

const reviewNeeded = (members: number) =>
  warning(
    `the servers have ${members} members together. Above 10,000 users Discord has to approve the Message Content Intent, ` +
      'every year: apply on the page "Bot" of the developer portal before that (docs/discord.md)',
  );

const permissionsMissing = (lacking: Awaited<ReturnType<typeof checkChannels>>) =>
  finalError(
    'discord_permissions_missing',
    `Steward's role lacks permissions: ${lacking
      .map(({ name, missing }) => `in ${name} ${missing.join(', ')}`)
      .join('; ')}. Give them in the channel's settings, under Permissions.`,
  );
