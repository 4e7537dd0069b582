import { InvalidArgumentError, Option, type Command } from 'commander';
import { example, jsonOption, withConfig } from './command-parts.ts';

/** Commands that show what the records hold about answers and what they cost. */
export function addRecordCommands(program: Command): void {
  const unanswered = program
    .command('unanswered')
    .description('List unanswered questions, near-duplicates merged, the most frequent first.')
    .addOption(
      new Option('--since <date>', 'a day such as 2026-02-01, or a number of days such as 7d')
        .default(daysAgo(30), '30d')
        .argParser(parseSince),
    )
    .option('--dropped', 'instead: what the gates took for no question, before a model or by it', false)
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/unanswered.ts')).unanswered(options));
  example(unanswered, ['unanswered', 'unanswered --since 7d --json', 'unanswered --dropped']);
  const usage = program
    .command('usage')
    .description('Show what models were asked and what that cost, by day, operation, guild and model.')
    .addOption(new Option('--days <days>', 'today and this many days before').default(7).argParser(parseDays))
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/usage.ts')).usage(options));
  example(usage, ['usage --days 30'], 'Prices are in the config: models.prices. See docs/models.md.');
  for (const command of [unanswered, usage]) withConfig(command);
}

const maxDays = 400;

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

function parseSince(text: string): Date {
  const days = /^(\d{1,3})d$/u.exec(text);
  if (days) return daysAgo(Number(days[1]));
  const date = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError('Give a day such as 2026-02-01, or a number of days such as 7d.');
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days > 0 && days <= maxDays) return days;
  throw new InvalidArgumentError(`Give a number of days from 1 to ${maxDays}.`);
}
