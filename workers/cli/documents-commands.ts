import { InvalidArgumentError, Option, type Command } from 'commander';
import { example, jsonOption, withConfig, withPorts } from './command-parts.ts';

/** Commands about the documents that answers come from. */
export function addDocumentsCommands(program: Command): void {
  const index = program
    .command('index')
    .description("Bring the documents' index up to date, and capture raw entries that nothing has settled.")
    .addOption(jsonOption())
    .action(async (options) =>
      (await import('../commands/documents/index-documents.ts')).indexDocuments(options),
    );
  example(index, ['index -c config.yaml']);
  withPorts(index);
  const sources = program
    .command('sources')
    .description(
      'List every source: kind, status, last check, next check, tokens, and what is wrong with it.',
    )
    .option('--failed', 'only those with an error', false)
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/documents/sources.ts')).listSources(options));
  example(
    sources,
    ['sources', 'sources --failed --json'],
    'Shows what the last refresh found. To refresh: npx steward index',
  );
  const search = program
    .command('search')
    .description('Search the documents and what the team said, as a reply does. Asks no model.')
    .argument('<query>')
    .addOption(new Option('--limit <n>', 'list at most this many sources').default(10).argParser(parseLimit))
    .addOption(jsonOption())
    .action(async (query, options) =>
      (await import('../commands/documents/search.ts')).search(query, options),
    );
  example(
    search,
    ['search "log level"', 'search "log level" --json --limit 3'],
    'Exit code 1 when nothing is found.',
  );
  for (const command of [index, sources, search]) withConfig(command);
}

const maxLimit = 100;

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit > 0 && limit <= maxLimit) return limit;
  throw new InvalidArgumentError(`Give a number from 1 to ${maxLimit}.`);
}
