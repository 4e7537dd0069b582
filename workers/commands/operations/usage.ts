import { formatUsd, totalUsage, type UsageTotals } from '../../../domain/operations/model-usage.ts';
import type { UsageGroup } from '../../../domain/ports/usage.ts';
import { daysBefore, usageDay } from '../../../domain/values/time.ts';
import { textTable } from '../../cli/text-table.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printJson, printLine } from '../../cli/print.ts';

interface UsageOptions extends ConfigOption, JsonOption {
  readonly days: number;
}

/** Prints model calls and their cost by day (UTC), operation, guild and model. */
export async function usage({ days, json, ...options }: UsageOptions): Promise<void> {
  await withStorage(options, async ({ storage: { records } }) => {
    const first = usageDay(daysBefore(new Date(), days - 1));
    const groups = await records.usageSince(first);
    if (json) for (const group of groups) printJson(groupJson(group));
    else if (groups.length === 0) printLine(`No model has been called since ${first}.`);
    else printLine(tableOf(groups));
  });
}

/** A group as `--json` prints it: a part of the cost is not the cost. */
const groupJson = ({ day, operation, guildId, model, unpricedCalls, ...sums }: UsageGroup) => ({
  day,
  operation,
  guildId,
  model,
  ...sums,
  costUsd: unpricedCalls > 0 ? null : sums.costUsd,
});

const head = ['day', 'operation', 'guild', 'model', 'calls', 'tokens in', 'cached', 'tokens out', 'cost'];

const tableOf = (groups: readonly UsageGroup[]): string =>
  textTable({
    head,
    rows: [
      ...groups.map((group) => [
        group.day,
        group.operation,
        group.guildId ?? '-',
        group.model,
        ...numbersOf(group),
      ]),
      ['total', '', '', '', ...numbersOf(totalUsage(groups))],
    ],
    right: 4,
  });

const numbersOf = ({
  calls,
  inputTokens,
  cachedTokens,
  outputTokens,
  costUsd,
  unpricedCalls,
}: UsageTotals) => [
  String(calls),
  String(inputTokens),
  String(cachedTokens),
  String(outputTokens),
  unpricedCalls === 0
    ? formatUsd(costUsd)
    : unpricedCalls === calls
      ? 'unknown'
      : `${formatUsd(costUsd)} and unknown`,
];
