import { InvalidArgumentError, type Command } from 'commander';
import { example, withConfig, withPorts } from './command-parts.ts';

/** Commands about the connection to Discord. */
export function addDiscordCommands(program: Command): void {
  const discord = program.command('discord').description('The connection to Discord.');
  const invite = discord
    .command('invite')
    .description('Print the link that adds the bot to a server, with exactly the permissions it needs.')
    .action(async (options) => (await import('../commands/operations/discord.ts')).invite(options));
  example(invite, ['discord invite'], 'Needs the token, STEWARD__DISCORD__TOKEN.');
  const register = discord
    .command('register')
    .description('Register /ask, /steward and the menus on messages in the servers of the config.')
    .action(async (options) => (await import('../commands/operations/discord.ts')).register(options));
  example(
    register,
    ['discord register'],
    "Run it once, and again after each update. The server's settings, under Integrations, say who may use what.",
  );
  const capture = discord
    .command('capture')
    .alias('learn')
    .description('Capture what the team has answered in a channel and its threads since a day.')
    .requiredOption('--channel <name>', 'one of the config, by its name or id')
    .requiredOption('--since <date>', 'a day such as 2026-02-01', parseDay)
    .option('--dry-run', 'only count, and say what it would cost at least', false)
    .option('--yes', 'do not ask after the estimate', false)
    .action(async (options) => (await import('../commands/team/capture-history.ts')).captureHistory(options));
  example(
    capture,
    ['discord capture --channel help --since 2026-01-01 --dry-run'],
    'A running worker does the work, continues after this command, and captures nothing twice.',
  );
  withPorts(withConfig(capture));
  for (const command of [invite, register]) withConfig(command);
  const many = (value: string, former: readonly string[]) => [...former, value];
  const init = program
    .command('init')
    .description(
      'Set Steward up: ask for documents, model, Discord and team, test each, write config.yaml and .env.',
    )
    .option('--docs <folder-or-address>', 'your documents: a folder, or a site')
    .option('--public-url <address>', 'where members read the documents of a folder')
    .option('--about <text>', 'what your project is, for the model')
    .option('--model <name>', "the model's name, or extractive")
    .option('--base-url <address>', 'of an OpenAI-compatible API')
    .option('--api-key-env <variable>', 'the environment variable that holds its key')
    .option('--discord-token-env <variable>', 'the environment variable that holds the token')
    .option('--discord-token <token>', 'the token itself; others on this machine can see it while this runs')
    .option('--guild <id>', 'your server; repeatable', many, [])
    .option('--channel <name>', 'where it answers; repeatable', many, [])
    .option('--team-role <id>', 'a role of your team, from whose answers it learns; repeatable', many, [])
    .option('--team-channel <id>', "the team's channel, for drafts and problems")
    .option('--preview', 'post only what the team approves in its channel', false)
    .option('--skip-tests', 'do not try documents, model and token', false)
    .option('--overwrite', 'replace an existing config.yaml', false)
    .option('--yes', 'ask nothing, and use flags and defaults', false)
    .action(async (options) => (await import('../commands/operations/init.ts')).init(options));
  example(init, ['init', 'init --docs docs --model extractive --yes']);
}

function parseDay(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? new Date(text) : null;
  if (day && !Number.isNaN(day.getTime())) return day;
  throw new InvalidArgumentError('A day is written like 2026-02-01.');
}
