import { confirm } from '@inquirer/prompts';
import { createRest } from '../../../adapters/discord/discord-rest.ts';
import { findListedChannels } from '../../../adapters/discord/guild/guild-channels.ts';
import { startOnce } from '../../../adapters/temporal/client/start-once.ts';
import { waitShowing } from '../../../adapters/temporal/runs/wait-for-result.ts';
import type { Config } from '../../../config/schema.ts';
import { countOf } from '../../../domain/values/text.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import {
  captureHistoryProgressQuery,
  type CaptureHistoryProgress,
} from '../../../workflows/contract/team.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { unlistedChannel, withSteward } from '../../cli/with-steward.ts';
import { discordAccess } from '../operations/discord.ts';
import { canAsk, printLine } from '../../cli/print.ts';
import { UsageError } from '../../cli/exit.ts';

interface CaptureHistoryOptions extends ConfigOption {
  readonly channel: string;
  readonly since: Date;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

/** Captures what the team has said in a channel since a day. A running worker does the work. */
export async function captureHistory({
  channel,
  since,
  dryRun,
  yes,
  ...options
}: CaptureHistoryOptions): Promise<void> {
  const channelId = await channelNamed(loadCommandConfig(options.config).config, channel);
  if (!dryRun && !yes && !canAsk())
    throw new UsageError(
      'A capture asks before it calls models that cost money, and nobody can answer without a terminal: add --yes, or --dry-run, which only counts.',
    );
  await withSteward({ ...options, asks: false }, async ({ steward, progress }) => {
    const { client, taskQueue } = steward;
    const run = async (isDry: boolean): Promise<CaptureHistoryProgress> => {
      const input = {
        channelId,
        since: since.toISOString(),
        afterMessageId: snowflakeAt(since),
        dryRun: isDry,
      };
      const started = await startOnce(client, startsOf(taskQueue).captureHistory(input));
      return waitShowing<CaptureHistoryProgress, CaptureHistoryProgress>({
        client,
        ...started,
        query: captureHistoryProgressQuery,
        show: ({ messages, pairs, captured }) =>
          progress(`${countOf(messages, 'message')} read, ${pairs} found, ${captured} captured`),
      });
    };
    const count = await run(true);
    printLine(
      `${countOf(count.messages, 'message')} contain ${countOf(count.pairs, 'conversation')} that the team answered and Steward has not seen.`,
    );
    if (dryRun || count.pairs === 0) return;
    if (!yes && !(await confirm({ message: 'Capture them now?' }))) return;
    const { captured, failed } = await run(false);
    printLine(`${countOf(captured, 'conversation')} captured, ${failed} failed.`);
  });
}

async function channelNamed({ discord }: Config, name: string): Promise<string> {
  const { guild_ids: guildIds, channels } = discord;
  const rest = createRest(discordAccess(discord));
  const { listed } = await findListedChannels({ rest, guildIds, channels: Object.keys(channels) });
  const [id] = [...listed].find(([channelId, key]) => channelId === name || key === name) ?? [];
  if (id !== undefined) return id;
  throw unlistedChannel(channels, name);
}
