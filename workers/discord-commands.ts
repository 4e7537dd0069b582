import type { Command } from 'commander';
import { example, withConfig } from './command-parts.ts';

/** Commands about the connection to Discord. */
export function addDiscordCommands(program: Command): void {
  const discord = program.command('discord').description('The connection to Discord.');
  const invite = discord
    .command('invite')
    .description('Print the link that adds the bot to a server, with exactly the permissions it needs.')
    .action(async (options) => (await import('./commands/discord.ts')).invite(options));
  example(invite, ['discord invite'], 'Needs the token, STEWARD__DISCORD__TOKEN.');
  const register = discord
    .command('register')
    .description('Register /ask, /steward and the menus on messages in the servers of the config.')
    .action(async (options) => (await import('./commands/discord.ts')).register(options));
  example(
    register,
    ['discord register'],
    'Once, and again after an update. Who may use what is set in the server, under Integrations.',
  );
  for (const command of [invite, register]) withConfig(command);
}
