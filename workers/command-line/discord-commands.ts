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
        .requiredOption('--channel <name>', 'one of the config, by its name or id')
        .requiredOption('--since <date>', 'a day such as 2026-02-01', parseDay)
        .option('--dry-run', 'only count, and say what it would cost at least', false)
        .option('--yes', 'do not ask after the estimate', false),
    takes: ['config', 'ports'],
    run: async (options) => (await import('../commands/team/capture-history.ts')).captureHistory(options),
  },
};

const many = (value: string, former: readonly string[]) => [...former, value];

export const setupCommands: Commands = {
  init: {
    description:
      'Set Steward up: ask for documents, model, Discord and team, test each, write config.yaml and .env.',
    examples: ['init', 'init --docs docs --model extractive --yes'],
    own: (command) =>
      command
        .option('--docs <folder-or-address>', 'your documents: a folder, or a site')
        .option('--public-url <address>', 'where members read the documents of a folder')
        .option('--about <text>', 'what your project is, for the model')
        .option('--model <name>', "the model's name, or extractive")
        .option('--base-url <address>', 'of an OpenAI-compatible API')
        .option('--api-key-env <variable>', 'the environment variable that holds its key')
        .option('--discord-token-env <variable>', 'the environment variable that holds the token')
        .option(
          '--discord-token <token>',
          'the token itself; others on this machine can see it while this runs',
        )
        .option('--guild <id>', 'your server; repeatable', many, [])
        .option('--channel <name>', 'where it answers; repeatable', many, [])
        .option('--team-role <id>', 'a role of your team, from whose answers it learns; repeatable', many, [])
        .option('--team-channel <id>', "the team's channel, for drafts and problems")
        .option('--preview', 'post only what the team approves in its channel', false)
        .option('--skip-tests', 'do not try documents, model and token', false)
        .option('--overwrite', 'change an existing config.yaml: what no flag or answer says stays', false)
        .option('--yes', 'ask nothing, and use flags and defaults', false),
    takes: [],
    run: async (options) => (await import('../commands/operations/init.ts')).init(options),
  },
};

function parseDay(text: string): Date {
  const day = dayIn(text);
  if (day) return day;
  throw new InvalidArgumentError('A day is written like 2026-02-01.');
}
