import type { Command } from 'commander';
import { example, json, withConfig } from './command-parts.ts';

/** Commands about drafts of a profile, which only their authors see at work. */
export function addProfileCommands(program: Command): void {
  const profile = program
    .command('profile')
    .description('Drafts of a profile: tried with `ask --as USER`, seen by nobody else.');
  const as = (command: Command) => command.requiredOption('--as <user>', 'whose draft it is: an id');
  const show = as(profile.command('show').description('Show the draft of a user.'))
    .addOption(json())
    .action(async (options) => (await import('../commands/reply/profile.ts')).show(options));
  example(show, ['profile show --as 1234']);
  const set = as(profile.command('set').description('Keep a file as the draft of a user.'))
    .argument('<file>', 'YAML, with the keys of ai_response.profiles; what is left out is as in the config')
    .action(async (file, options) => (await import('../commands/reply/profile.ts')).set(file, options));
  example(set, ['profile set draft.yaml --as 1234']);
  const clear = as(profile.command('clear').description('Drop the draft of a user.')).action(
    async (options) => (await import('../commands/reply/profile.ts')).clear(options),
  );
  example(clear, ['profile clear --as 1234']);
  for (const command of [show, set, clear]) withConfig(command);
}
