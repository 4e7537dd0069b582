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
import { UsageError } from '../../cli/exit.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { withSteward } from '../../cli/with-steward.ts';
import { printLine } from '../../cli/print.ts';

interface CaptureHistoryOptions extends CommandOptions {
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
  await withSteward({ ...options, asks: false }, async ({ config, steward, progress }) => {
    const { client, taskQueue } = steward;
    const channelId = await channelNamed(config, channel);
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
    const estimate = await run(true);
    printLine(estimateText(estimate, config));
    if (dryRun || estimate.pairs === 0) return;
    if (!yes && process.stdin.isTTY && !(await confirm({ message: 'Capture them now?' }))) return;
    const { captured, failed } = await run(false);
    printLine(`${countOf(captured, 'conversation')} captured, ${failed} failed.`);
  });
}

/** An estimate. */
const charactersPerToken = 4;
/** Classification, integration and description each read the conversation. */
const readsOfEach = 3;

function estimateText(
  { messages, pairs, characters }: CaptureHistoryProgress,
  { ai_response: ai, kb, models }: Config,
): string {
  const tokens = Math.ceil(characters / charactersPerToken) * readsOfEach;
  const price = models.prices[(kb.llm ?? ai.llm).model ?? ''];
  const cost = price ? `, at least $${((tokens * price.input) / 1_000_000).toFixed(2)}` : '';
  return `${countOf(messages, 'message')} contain ${countOf(pairs, 'conversation')} that the team answered and Steward has not seen: at least ${countOf(tokens, 'token')}${cost}, and the index with each.`;
}

async function channelNamed({ discord }: Config, name: string): Promise<string> {
  const { token, api_url: apiUrl, guild_ids: guildIds, channels } = discord;
  if (token === null) throw new UsageError('There is no token yet: set STEWARD__DISCORD__TOKEN.');
  const rest = createRest({ token: token.reveal(), apiUrl });
  const { listed } = await findListedChannels({ rest, guildIds, channels: Object.keys(channels) });
  const [id] = [...listed].find(([channelId, key]) => channelId === name || key === name) ?? [];
  if (id !== undefined) return id;
  throw new UsageError(
    `discord.channels does not list ${name}; it lists ${Object.keys(channels).join(', ')}.`,
  );
}
