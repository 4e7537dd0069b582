import { Option } from 'commander';
import { wholeNumber, type Commands } from '../cli/command-parts.ts';

export const operationsCommands: Commands = {
  replay: {
    description: 'Check that every open run can continue on the code of this folder.',
    examples: ['replay'],
    remark:
      'Run it with the new version before its worker starts. Exit code 1 when a run cannot continue. Changes nothing.',
    takes: ['json', 'config'],
    run: async (options) => (await import('../commands/operations/replay.ts')).replay(options),
  },
};

const several = (value: string, values: readonly string[]): readonly string[] => [...values, value];

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
        .option('--origin <address>', 'pages that may use the key; may be given again', several, [])
        .option('--name <name>', 'what people call the key')
        .option('--revoke <key>', 'the key that shall work no more')
        .option('--sources <group>', 'a group of sources that answers there; may be given again', several, [])
        .addOption(
          new Option('--questions-per-day <n>', 'how many questions it takes in a day').argParser(
            wholeNumber(1_000_000, 'Give a number from 1 to 1000000.'),
          ),
        ),
    takes: ['json', 'config'],
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
