import { constants } from 'node:os';
import type { Emulator } from '../../../adapters/discord/emulator/emulator.ts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { startOnce } from '../../../adapters/temporal/client/start-once.ts';
import { waitShowing } from '../../../adapters/temporal/runs/wait-for-result.ts';
import { httpChannel } from '../../../domain/intake/ask-snapshot.ts';
import { batchText } from '../../../domain/intake/conversation.ts';
import { costBelow, formatUsd } from '../../../domain/operations/model-usage.ts';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import {
  askedAt,
  costAMonth,
  teamText,
  verdictText,
  worstOf,
  type RehearsedQuestion,
} from '../../../domain/reply/rehearsal/rehearsed-question.ts';
import { countOf } from '../../../domain/values/text.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import type { RehearsalProgress } from '../../../domain/reply/rehearsal/rehearsal-run.ts';
import { rehearsalProgressQuery } from '../../../workflows/contract/reply.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { exitCodes } from '../../cli/exit.ts';
import type { Config } from '../../../config/schema.ts';
import { openPast } from '../../demo/open-past.ts';
import { onEmulator } from '../../demo/session.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';
import { noteMeasurement } from '../operations/last-measurement.ts';
import { onStopSignal } from '../../running/stop-signal.ts';
import { textTable } from '../../cli/text-table.ts';
import { answerHere, unlistedChannel, withSteward } from '../../cli/with-steward.ts';

interface RehearseOptions extends ConfigOption, JsonOption {
  readonly channel: string;
  readonly since: Date;
  readonly limit: number;
  readonly usd: number;
  /** A past in a file, in place of the channel's own. */
  readonly file?: string;
  /** In place of `ai_response.llm.model`. */
  readonly model?: string;
}

const shownWorst = 10;

/** Plays a channel's past in this process, or continues the rehearsal of the channel that is open. */
export async function rehearse({
  channel,
  since: sinceDate,
  limit,
  usd,
  file,
  model,
  json,
  ...options
}: RehearseOptions): Promise<void> {
  const emulator = file === undefined ? null : await openPast(file, channel);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => emulator?.close());
  const since = emulator ? new Date(0) : sinceDate;
  const rehearses = channel === httpChannel ? 'http' : 'chat';
  const changed = (config: Config) => rehearsing(config, channel, model, emulator);
  await withSteward({ ...options, changed, rehearses }, async (context) => {
    const { config, steward, chatConnection, progress } = context;
    const { client, taskQueue, storage } = steward;
    const listed = [...(chatConnection.listed ?? []), [httpChannel, httpChannel]] as const;
    const [channelId] = listed.find(([id, key]) => id === channel || key === channel) ?? [];
    if (channelId === undefined) throw unlistedChannel(config.discord.channels, channel);
    await answerHere(context, ['all']);
    const input = { channelId, since: since.toISOString(), afterMessageId: snowflakeAt(since), limit, usd };
    const run = await startOnce(client, startsOf(taskQueue).rehearse(input));
    progress(`Ctrl-C pauses it, and the same command goes on (${run.workflowId} in the Temporal UI).`);
    onStopSignal((signal) => {
      printNote(
        `Paused. To go on: npx steward rehearse --channel ${channel}${file === undefined ? '' : ` --file ${file}`}`,
      );
      process.exit(128 + constants.signals[signal]);
    });
    const result = await waitShowing<RehearsalProgress, RehearsalProgress>({
      client,
      ...run,
      query: rehearsalProgressQuery,
      show: ({ played, found, costUsd }) =>
        progress.phase({
          phase: 'Questions',
          done: played,
          total: found,
          line: (pace) => `Questions: ${pace}, ${formatUsd(costUsd)}`,
        }),
    });
    noteMeasurement(config);
    const questions = await storage.records.rehearsedIn(result.rehearsal);
    const last = questions.findLast(({ end }) => end);
    const isWhole = result.found < limit && !result.isSpent;
    const to = isWhole || !last ? new Date() : new Date(askedAt(last));
    // Of an export nobody knows when its lines were said.
    const monthly = emulator ? null : costAMonth(questions, { from: since, to });
    print(result, questions, monthly, json);
    if (result.isSpent) printNote(`It ended because the next question might have passed --usd ${usd}.`);
    if (result.costUsd === null)
      printNote('A model has no price in models.prices, so --usd could not end the rehearsal.');
    if (result.found === 0 || result.failed === result.played) process.exitCode = exitCodes.failed;
  });
}

/** The configuration with what options replace. */
function rehearsing(
  config: Config,
  channel: string,
  model: string | undefined,
  emulator: Emulator | null,
): Config {
  const { ai_response: ai, discord } = config;
  if (emulator && !Object.hasOwn(discord.channels, channel)) throw unlistedChannel(discord.channels, channel);
  const asking =
    model === undefined ? config : { ...config, ai_response: { ...ai, llm: { ...ai.llm, model } } };
  return emulator ? onEmulator(asking, emulator) : asking;
}

function print(
  result: RehearsalProgress,
  questions: readonly RehearsedQuestion[],
  monthly: number | null,
  json: boolean,
): void {
  if (json) {
    for (const one of questions) printJson(rehearsedOf(one));
    printJson(rehearsalSummary(result, monthly));
    return;
  }
  const rows: readonly (readonly [string, number | string, string])[] = [
    ['questions', result.played, `played, of ${countOf(result.messages, 'message')}`],
    ['answered', result.answered, ''],
    ['silent', result.silent, ''],
    ['agrees', result.agrees, 'with what the team said'],
    ['contradicts', result.contradicts, 'what the team said'],
    ['better', result.better, "than the team's answer"],
    ['differs', result.differs, "from the team's answer in another way"],
    ['failed', result.failed, 'were not played to the end'],
    ['cost', costBelow(result.costUsd), monthly === null ? '' : `${formatUsd(monthly)} a month at this pace`],
  ];
  const worst = worstOf(questions, shownWorst);
  for (const one of worst)
    printLine(
      `${verdictText(one)}: ${harmlessLine(batchText(one.snapshot.batch), 120)}\n  ${linkOf(one)} (${whyOf(one)})`,
    );
  printLine(
    `${worst.length > 0 ? '\n' : ''}${textTable(rows.map(([name, value, about]) => [name, String(value), about]))}`,
  );
  printLine("The team's pairs counted as they stood before each question; documents are today's.");
}

const whyOf = ({ end }: RehearsedQuestion): string =>
  harmlessLine(end?.issues[0] ?? reasonText(end?.reason ?? ''), 160);

const linkOf = ({ snapshot }: RehearsedQuestion): string => snapshot.batch.at(-1)?.link ?? '';

/** A question as `--json` prints it. */
export const rehearsedOf = (one: RehearsedQuestion) => ({
  question: batchText(one.snapshot.batch),
  link: linkOf(one),
  askedAt: askedAt(one),
  team: teamText(one) || null,
  status: one.end?.status ?? null,
  reason: one.end?.reason ?? null,
  answer: one.end?.answer ?? null,
  cited: one.end?.sourceIds ?? [],
  verdict: one.end?.verdict ?? null,
  issues: one.end?.issues ?? [],
  costUsd: one.end?.costUsd ?? null,
});

/** The summary that `--json` prints at the end. */
export function rehearsalSummary(progress: RehearsalProgress, monthlyUsd: number | null) {
  const { dearestUsd: _, workedMilliseconds: __, millisecondsLeft: ___, ...counts } = progress;
  return { ...counts, monthlyUsd };
}
