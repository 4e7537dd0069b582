import { Routes } from 'discord.js';
import { z } from 'zod';
import { withDiscordFailure } from './discord-failure.ts';
import type { DiscordParts } from './discord-parts.ts';
import { connectGateway, createGatewayClient } from './intake/connect-gateway.ts';
import { createDirectory } from './guild/directory.ts';

/** Connects to the gateway for a moment, beside a worker that may listen, and says what Steward may do in each listed channel. */
export async function checkChannels({
  token,
  apiUrl,
  listed,
  log,
}: Pick<DiscordParts, 'listed' | 'log'> & {
  readonly token: string;
  readonly apiUrl: string | undefined;
}) {
  const client = createGatewayClient(apiUrl, () => {});
  try {
    await connectGateway({ client, token, log, failed: () => {} });
    const directory = createDirectory(client);
    const checks = [...listed].map(async ([id, listedAs]) => ({
      name: directory.nameOf(id),
      /** The name or id in the config. */
      listedAs,
      missing: directory.missingIn(id),
      readableByEveryone: (await directory.locationOf(id))?.readableByEveryone ?? false,
    }));
    return await Promise.all(checks);
  } finally {
    await client.destroy();
  }
}

/** How many members the servers have together, as far as Discord counts them. */
export async function countMembers({
  rest,
  guildIds,
}: Pick<DiscordParts, 'rest' | 'guildIds'>): Promise<number> {
  const query = new URLSearchParams({ with_counts: 'true' });
  const counts = guildIds.map(async (guildId) => {
    const guild = await withDiscordFailure('the server', rest.get(Routes.guild(guildId), { query }));
    return z.object({ approximate_member_count: z.number().catch(0) }).parse(guild).approximate_member_count;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
