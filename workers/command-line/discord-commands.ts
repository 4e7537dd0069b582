import { InvalidArgumentError } from 'commander';
import { dayIn, type Commands } from '../cli/command-parts.ts';

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
