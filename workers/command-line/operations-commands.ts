import { Option, InvalidArgumentError } from 'commander';
import { dayIn, repeated, wholeNumber, type Commands } from '../cli/command-parts.ts';

export const operationsCommands: Commands = {
  replay: {
    description: 'Check that every open run can continue on the code of this folder.',
    examples: ['replay'],
    remark:
      'Run it with the new version before its worker starts. Exit code 1 when a run cannot continue. Changes nothing.',
    run: async (options) => (await import('../commands/operations/replay.ts')).replay(options),
  },
};

export const httpCommands: Commands = {
  key: {
    description: 'List the keys of web pages, make one for the pages of an origin, or revoke one.',
    examples: [
      'http key',
      'http key --name docs --origin https://docs.example.com --sources api --questions-per-day 500',
      'http key --revoke docs-5f2c9a71e0b4',
    ],
    remark: 'Counts within seconds, without a restart. The page for moderators does the same.',
    own: (command) =>
      command
        .option('--origin <address>', 'pages that may use the key; may be given again', repeated, [])
        .option('--name <name>', 'what people call the key')
        .option('--revoke <key>', 'the key that shall work no more')
        .option(
          '--sources <group>',
          'a group of sources that answers there; may be given again',
          repeated,
          [],
        )
        .addOption(
          new Option('--questions-per-day <n>', 'how many questions it takes in a day').argParser(
            wholeNumber(1_000_000, 'Give a number from 1 to 1000000.'),
          ),
        ),
    run: async (options) => (await import('../commands/operations/http.ts')).httpKey(options),
  },
  page: {
    description: "Print a link to the moderators' page, with all rights there, once and for ten minutes.",
    examples: ['http page'],
    remark: 'On Discord, /steward page does the same. Needs http.page.',
    takes: ['config'],
    run: async (options) => (await import('../commands/operations/http.ts')).httpPage(options),
  },
};

export const temporalCommands: Commands = {
  stop: {
    description: 'Stop the server of this folder. Nothing is lost: runs continue when it starts again.',
    examples: ['temporal stop'],
    takes: ['config'],
    run: async (options) => (await import('../commands/operations/temporal.ts')).stop(options),
  },
};

export const storageCommands: Commands = {
  backup: {
    description: 'Write the whole store into one new SQLite file, while Steward runs.',
    examples: ['storage backup backups/2026-02-01.sqlite'],
    remark:
      'The file holds what members wrote: keep it where nobody else reads it, and no longer than you need it.',
    own: (command) => command.argument('<file>', 'the backup'),
    takes: ['config'],
    run: async (file, options) => (await import('../commands/operations/storage.ts')).backup(file, options),
  },
  restore: {
    description:
      'Put a backup in the place of the store of the config, a file or PostgreSQL. Stop all workers first.',
    examples: [
      'storage restore backups/2026-02-01.sqlite',
      'storage restore backups/2026-02-01.sqlite --again',
    ],
    remark:
      'What was retracted and forgotten since the backup stays so: the replaced store or the printed text files name it.',
    own: (command) =>
      command
        .argument('<file>', 'a file that `storage backup` has written')
        .option('--again', 'replace the store that is there', false)
        .option(
          '--accept-forgotten',
          'restore even if nothing names what was retracted and forgotten since',
          false,
        ),
    takes: ['config'],
    run: async (file, options) =>
      (await import('../commands/operations/storage.ts')).restoreBackup(file, options),
  },
};

export const discordCommands: Commands = {
  invite: {
    description: 'Print the link that adds the bot to a server, with exactly the permissions it needs.',
    examples: ['discord invite'],
    remark: 'Needs the token, STEWARD__DISCORD__TOKEN.',
    takes: ['config'],
    run: async (options) => (await import('../commands/operations/discord.ts')).invite(options),
  },
  register: {
    description: 'Register /ask, /steward and the menus on messages in the servers of the config.',
    examples: ['discord register'],
    remark:
      "Run it once, and again after each update. The server's settings, under Integrations, say who may use what.",
    takes: ['config'],
    run: async (options) => (await import('../commands/operations/discord.ts')).register(options),
  },
  capture: {
    description: 'Capture what the team has answered in a channel and its threads since a day.',
    examples: ['discord capture --channel help --since 2026-01-01 --dry-run'],
    remark: 'A running worker does the work, continues after this command, and captures nothing twice.',
    own: (command) =>
      command
        .alias('learn')
        .requiredOption('--channel <name>', 'a channel of the config, by its name or id')
        .requiredOption('--since <date>', 'the first day, such as 2026-02-01', parseDay)
        .option('--dry-run', 'only count', false)
        .option('--yes', 'do not ask after counting; needed without a terminal', false),
    takes: ['config'],
    run: async (options) => (await import('../commands/team/capture-history.ts')).captureHistory(options),
  },
};

function parseDay(text: string): Date {
  const day = dayIn(text);
  if (day) return day;
  throw new InvalidArgumentError('A day is written like 2026-02-01.');
}
