import { InvalidArgumentError, Option, type Command } from 'commander';
import { example, jsonOption, withConfig, withPorts } from './command-parts.ts';

/** Commands that look after a Steward: its settings, what it needs, what it could not answer, and what it costs. */
export function addOperationsCommands(program: Command): void {
  addChecks(program);
  const unanswered = program
    .command('unanswered')
    .description(
      'List questions that neither Steward nor the team has answered, near-duplicates merged, the most frequent first.',
    )
    .addOption(
      new Option('--since <date>', 'a day such as 2026-02-01, or a number of days such as 7d')
        .default(daysAgo(30), '30d')
        .argParser(parseSince),
    )
    .option('--dropped', 'instead: what the gates took for no question, before a model or by it', false)
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/unanswered.ts')).unanswered(options));
  example(unanswered, ['unanswered', 'unanswered --since 7d --json', 'unanswered --dropped']);
  const gaps = program
    .command('gaps')
    .description(
      'List what the documents lack: unanswered questions by the gap that they show, those of most people first.',
    )
    .option('--all', 'with gaps that are closed or dismissed', false)
    .option(
      '--draft <gap>',
      "instead: what may fill one, by its name or id, in the team's words without names",
    )
    .option('--out <file>', 'where the draft goes, a new Markdown file; by default it is printed')
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/gaps.ts')).gaps(options));
  example(
    gaps,
    ['gaps', 'gaps --all --json', 'gaps --draft refunds --out docs/refunds.md'],
    'Steward files questions once in an hour: see docs/gaps.md.',
  );
  const usage = program
    .command('usage')
    .description('Show what models were asked and what that cost, by day, operation, guild and model.')
    .addOption(new Option('--days <days>', 'today and this many days before').default(7).argParser(parseDays))
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/usage.ts')).usage(options));
  example(usage, ['usage --days 30'], 'Prices are in the config: models.prices. See docs/models.md.');
  for (const command of [unanswered, gaps, usage]) withConfig(command);
  addDeployCommands(program);
  addTemporalCommands(program);
  addStorageCommands(program);
}

/** Whether a Steward is as it should be. */
function addChecks(program: Command): void {
  const check = program
    .command('check')
    .description(
      'Check the configuration: list every mistake, or what differs from the defaults and where it comes from.',
    )
    .option('--all', 'every setting in force', false)
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/check.ts')).check(options));
  example(
    check,
    ['check -c config.yaml', 'check --all'],
    'Exit code 2 when there is a mistake. No secret is printed.',
  );
  const doctor = program
    .command('doctor')
    .description('Test everything that Steward needs: what is there, what is missing, and what to do.')
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/doctor/doctor.ts')).doctor(options));
  example(
    doctor,
    ['doctor', 'doctor --json'],
    'Exit code 1 when there is a problem, 3 when there are only warnings.',
  );
  const health = program
    .command('health')
    .description('Ask the workers of this host whether they have what they need.')
    .addOption(
      new Option('--role <role>', 'only the worker with this role').choices([
        'all',
        'bot',
        'reply',
        'library',
      ]),
    )
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/health.ts')).health(options));
  example(
    health,
    ['health', 'health --role bot'],
    'Exit code 1 when one lacks something, or none answers. Needs metrics.port.',
  );
  for (const command of [check, doctor, health]) withConfig(command);
}

function addStorageCommands(program: Command): void {
  const storage = program
    .command('storage')
    .description('The store: one SQLite file, or a PostgreSQL database.');
  const copy = storage
    .command('copy')
    .description(
      'Move the store of the config into another database, with every row. Stop all workers first; from then on the store is there.',
    )
    .requiredOption('--to <target>', 'a PostgreSQL address (postgresql://…) or the path of a new SQLite file')
    .option('--again', 'replace the store that is there', false)
    .action(async (options) => (await import('../commands/operations/storage.ts')).copy(options));
  example(
    copy,
    [
      'storage copy --to postgresql://steward@db.example.com/steward',
      'storage copy --to data/steward.sqlite',
    ],
    'The password may come from the variable PGPASSWORD. Then set storage.kind and STEWARD__STORAGE__URL.',
  );
  const backup = storage
    .command('backup')
    .description('Write the whole store into one new SQLite file, while Steward runs.')
    .argument('<file>', 'the backup')
    .option('--again', 'replace a backup of that name', false)
    .action(async (file, options) =>
      (await import('../commands/operations/storage.ts')).backup(file, options),
    );
  example(
    backup,
    ['storage backup backups/2026-02-01.sqlite'],
    'The file holds what members wrote: keep it where nobody else reads it, and no longer than you need it.',
  );
  const restore = storage
    .command('restore')
    .description('Put a backup in the place of the store of the config. Stop all workers first.')
    .argument('<file>', 'a file that `storage backup` has written')
    .option('--again', 'replace the store that is there', false)
    .option('--accept-forgotten', 'although nothing tells what was retracted and forgotten since', false)
    .action(async (file, options) =>
      (await import('../commands/operations/storage.ts')).restoreBackup(file, options),
    );
  example(
    restore,
    ['storage restore backups/2026-02-01.sqlite', 'storage restore backups/2026-02-01.sqlite --again'],
    'What was retracted and forgotten since stays so: the store that is replaced tells it, or the printed text files.',
  );
  for (const command of [copy, backup, restore]) withConfig(command);
}

/** Commands about the version of the workflows that open runs continue on. */
function addDeployCommands(program: Command): void {
  const replay = program
    .command('replay')
    .description(
      'Check that every open run, and the last 500 that ended, can continue on the code of this folder.',
    )
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/deploy.ts')).replay(options));
  example(
    replay,
    ['replay'],
    'Run it with the new version before its worker starts. Exit code 1 when a run cannot continue. Changes nothing.',
  );
  const deploy = program
    .command('deploy')
    .description('Versions of the workflows: which is current, and which was before.');
  const status = deploy
    .command('status')
    .description('Show each version with its open runs and its workers.')
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/deploy.ts')).status(options));
  example(status, ['deploy status']);
  const promote = deploy
    .command('promote')
    .argument('[version]', 'the newest by default')
    .description('Let open and new runs continue on a version whose worker runs, after replaying them on it.')
    .action(async (version, options) =>
      (await import('../commands/operations/deploy.ts')).promoteVersion(version, options),
    );
  example(promote, ['deploy promote'], 'Needed where temporal.deployment is rolling: see docs/upgrade.md.');
  const rollback = deploy
    .command('rollback')
    .argument('[version]', 'by default the one that was current before')
    .description('Go back to a version whose worker runs, after replaying the open runs on it.')
    .action(async (version, options) =>
      (await import('../commands/operations/deploy.ts')).rollback(version, options),
    );
  example(
    rollback,
    ['deploy rollback'],
    'Changes nothing when an open run could not continue, and names it.',
  );
  for (const command of [replay, status, promote, rollback]) withPorts(withConfig(command));
}

/** Commands about the Temporal server of Steward's own, and about runs that an earlier version left. */
function addTemporalCommands(program: Command): void {
  const temporal = program
    .command('temporal')
    .description('The Temporal server that Steward runs itself, and runs of an earlier version.');
  const list = temporal
    .command('list')
    .description('Show the servers that Steward runs for you, in whatever folder.')
    .action(async () => (await import('../commands/operations/temporal.ts')).listServers());
  example(list, ['temporal list']);
  const stop = temporal
    .command('stop')
    .description('Stop the one of this folder. Nothing is lost: runs continue when it starts again.')
    .option('--all', 'stop all that `temporal list` shows', false)
    .action(async (options) => (await import('../commands/operations/temporal.ts')).stop(options));
  example(stop, ['temporal stop', 'temporal stop --all']);
  const drain = temporal
    .command('drain')
    .description('Wait until the open runs of an earlier version have ended, or end them.')
    .option('--end', 'end them now: what they were at is not done', false)
    .action(async (options) => (await import('../commands/operations/temporal.ts')).drain(options));
  example(
    drain,
    ['temporal drain', 'temporal drain --end'],
    'A worker says at its start when there are such runs.',
  );
  withPorts(withConfig(drain));
  withConfig(stop);
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
