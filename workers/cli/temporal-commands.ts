import type { Command } from 'commander';
import { example, withConfig, withPorts } from './command-parts.ts';

/** Commands about the Temporal server of Steward's own, and about runs that an earlier version left. */
export function addTemporalCommands(program: Command): void {
  const temporal = program
    .command('temporal')
    .description('The Temporal server that Steward runs itself, and runs of an earlier version.');
  const list = temporal
    .command('list')
    .description('Show the servers that Steward runs for you, in whatever folder.')
    .action(async () => (await import('../commands/operations/temporal.ts')).list());
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
