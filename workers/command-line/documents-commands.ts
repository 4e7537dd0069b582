import { Option } from 'commander';
import { wholeNumber, type Commands } from '../cli/command-parts.ts';

const maxLimit = 100;

export const documentsCommands: Commands = {
  index: {
    description: "Bring the documents' index up to date, and capture raw entries that nothing has settled.",
    examples: ['index -c config.yaml'],
    takes: ['json', 'config', 'ports'],
    run: async (options) =>
      (await import('../commands/documents/index-documents.ts')).indexDocuments(options),
  },
  sources: {
    description:
      'List every source: kind, status, last check, next check, tokens, and what is wrong with it.',
    examples: ['sources', 'sources --failed --json'],
    remark: 'Shows what the last refresh found. To refresh: npx steward index',
    own: (command) => command.option('--failed', 'only those with an error', false),
    takes: ['json', 'config'],
    run: async (options) => (await import('../commands/documents/sources.ts')).listSources(options),
  },
  search: {
    description: 'Search the documents and what the team said, as a reply does. Asks no model.',
    examples: ['search "log level"', 'search "log level" --json --limit 3'],
    remark: 'Exit code 1 when nothing is found.',
    own: (command) =>
      command
        .argument('<query>')
        .addOption(
          new Option('--limit <n>', 'list at most this many sources')
            .default(10)
            .argParser(wholeNumber(maxLimit, `Give a number from 1 to ${maxLimit}.`)),
        ),
    takes: ['json', 'config'],
    run: async (query, options) => (await import('../commands/documents/search.ts')).search(query, options),
  },
};
