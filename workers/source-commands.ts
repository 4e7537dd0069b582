import type { Command } from 'commander';
import { example, json, withConfig } from './command-parts.ts';

/** Commands that look at where answers come from. */
export function addSourceCommands(program: Command): void {
  const sources = program
    .command('sources')
    .description(
      'List every source: kind, status, last check, next check, tokens, and what is wrong with it.',
    )
    .option('--failed', 'only those with an error', false)
    .addOption(json())
    .action(async (options) => (await import('./commands/sources.ts')).listSources(options));
  example(
    sources,
    ['sources', 'sources --failed --json'],
    'As the last refresh found them: npx steward index',
  );
  withConfig(sources);
}
