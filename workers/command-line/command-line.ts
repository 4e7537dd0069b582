import { Command, Help, InvalidArgumentError, Option } from 'commander';
import { harmless } from '../../adapters/terminal/harmless.ts';
import { version } from '../wiring/identity.ts';
import { addCommands, addExamples, roles, type Commands } from '../cli/command-parts.ts';
import { discordCommands, setupCommands } from './discord-commands.ts';
import { documentsCommands } from './documents-commands.ts';
import { UsageError } from '../cli/exit.ts';
import {
  deployCommands,
  operationsCommands,
  storageCommands,
  temporalCommands,
} from './operations-commands.ts';
import { captureCommands, libraryCommands, teamCommands } from './team-commands.ts';

export function commandLine(): Command {
  const program = new Command('steward')
    .description('A Discord assistant that answers from your documents and learns from your team.')
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows what there is)')
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({ writeErr: (text) => void process.stderr.write(harmless(text)) })
    .exitOverride();
  addExamples(
    program,
    ['demo'],
    'Exit codes: 0 done, 1 failed or nothing found, 2 a mistake in what was given. See docs/commands.md.',
  );
  const addGroup = (name: string, description: string, commands: Commands) =>
    addCommands(program.command(name).description(description), commands);
  addCommands(program, runningCommands);
  addCommands(program, documentsCommands);
  addGroup('captures', 'What was learned from the team, and what failed.', captureCommands);
  addGroup('library', 'The library of what the team said.', libraryCommands);
  addCommands(program, teamCommands);
  addGroup('discord', 'The connection to Discord.', discordCommands);
  addCommands(program, setupCommands);
  addCommands(program, operationsCommands);
  addGroup('deploy', 'Versions of the workflows: which is current, and which was before.', deployCommands);
  addGroup(
    'temporal',
    'The Temporal server that Steward runs itself, and runs of an earlier version.',
    temporalCommands,
  );
  addGroup('storage', 'The store: one SQLite file, or a PostgreSQL database.', storageCommands);
  return program;
}

/** That a flag is off by default, or a list empty, goes without saying. */
const describeOption = (option: Option): string =>
  option.defaultValue === false || (Array.isArray(option.defaultValue) && option.defaultValue.length === 0)
    ? option.description
    : new Help().optionDescription(option);

const verbose = () => new Option('--verbose', 'name the Temporal run of each answer').default(false);

/** Commands that answer questions. */
const runningCommands: Commands = {
  demo: {
    description: 'Show Steward at work: a Discord in the terminal, real documents, the real Temporal server.',
    examples: ['demo', 'demo --json', 'demo --kb ../my-docs --script my-script.jsonl'],
    remark: 'In a terminal you take part yourself; without one, or with --script, a conversation is played.',
    own: (command) =>
      command
        .option('--kb <dir>', "a folder of documents (default: Fastify's, which come with its package)")
        .option('--script <file>', 'play a conversation (JSON lines, see data/demo/README.md) and end')
        .option('--stop-server', 'stop the Temporal server when the demo ends', false)
        .addOption(verbose()),
    takes: ['json', 'ports'],
    run: async (options) => (await import('../commands/operations/demo.ts')).demo(options),
  },
  dev: {
    description:
      'Try Steward on your own documents in the terminal. What it learns is kept for the next start.',
    examples: [
      'dev --kb ../my-docs',
      'dev --kb ../my-docs --model llama3.2 --base-url http://127.0.0.1:11434/v1',
      'dev -c config.yaml',
    ],
    own: (command) =>
      command
        .option('--kb <dir>', 'a folder of documents')
        .option('-c, --config <file>', 'try the models, documents, prompts and texts of this configuration')
        .option(
          '--model <name>',
          'a model that writes (default: the one of the config, or the embedded one, which quotes)',
        )
        .option(
          '--base-url <url>',
          "the OpenAI-compatible API that serves it (default: OpenAI's, with OPENAI_API_KEY)",
        )
        .option('--data <dir>', 'where to keep what it learns (default: a folder of its own for each --kb)')
        .addOption(verbose()),
    takes: ['json', 'ports'],
    run: async (options) => (await import('../commands/operations/dev.ts')).dev(options),
  },
  worker: {
    description: 'Run Steward. Several processes may share the work by their roles.',
    examples: ['worker', 'worker --role reply,library -c config.yaml'],
    own: (command) =>
      command.addOption(
        new Option('--role <roles>', `what this process does: ${roles.join(', ')}, or several with commas`)
          .default(['all'], 'all')
          .argParser(parseRoles),
      ),
    takes: ['config', 'ports'],
    run: async (options) => (await import('../commands/operations/worker.ts')).worker(options),
  },
  ask: {
    description: 'Ask one question as a member who asks directly, and print the answer. Posts nothing.',
    examples: ['ask "How do I set the log level?" --json', 'ask "What does it cost?" --profile draft.yaml'],
    remark: 'Exit code 1 when nothing covers the question. Thanks and a greeting get their short answer.',
    own: (command) =>
      command
        .argument('<question>')
        .option(
          '--profile <file>',
          'with this profile: YAML with keys of ai_response.profiles, over that of the config',
        )
        .option('--channel <name>', 'with the settings of this channel, as the config lists it'),
    takes: ['json', 'config', 'ports'],
    run: async (question, options) =>
      (await import('../commands/reply/ask.ts')).askCommand(question, options),
  },
  mcp: {
    description: 'Serve a coding agent over MCP on standard input and output: search, read and ask.',
    examples: ['mcp', 'mcp --cwd ~/steward'],
    own: (command) =>
      command.option('--cwd <folder>', 'where the configuration is: an agent starts it anywhere'),
    remark: 'The agent starts it: docs/mcp.md has the line for each client. It needs no worker.',
    takes: ['config', 'ports'],
    run: async (options) => (await import('../commands/reply/mcp.ts')).mcp(options),
  },
  eval: {
    description:
      'Ask every question in a file, and print how often the answer or the silence was as expected.',
    examples: [
      'eval questions.yaml',
      'eval questions.yaml --as-channel help --json',
      'eval --prompts',
      'eval --verify --json',
    ],
    remark:
      'Questions are asked directly, which no gate drops, unless --as-channel is given. Posts nothing; see docs/models.md.',
    own: (command) =>
      command
        .argument('[file]', 'YAML, or JSON lines: data/demo/questions.yaml is an example')
        .option(
          '--prompts',
          "put the cases of Steward's own suite to the configured model instead, and print where it decides otherwise",
        )
        .option(
          '--verify',
          "ask the verification step about good answers of Steward's own suite, with and without planted faults",
        )
        .option(
          '--as-channel <name>',
          'as messages in this channel of the config, through its gate, instead of directly',
        ),
    takes: ['json', 'config', 'ports'],
    run: async (file: string | undefined, { prompts, verify, ...options }) => {
      const given = [file !== undefined, prompts === true, verify === true].filter(Boolean);
      if (given.length !== 1) throw new UsageError('Give a file of questions, --prompts or --verify.');
      if (file !== undefined) return (await import('../commands/reply/evaluate.ts')).evaluate(file, options);
      if (options.asChannel !== undefined) throw new UsageError('--as-channel needs a file of questions.');
      if (verify) return (await import('../commands/reply/eval-verify.ts')).evaluateVerification(options);
      return (await import('../commands/reply/eval-prompts.ts')).evaluatePrompts(options);
    },
  },
};

function parseRoles(text: string): readonly (typeof roles)[number][] {
  return text.split(',').map((name) => {
    const known = roles.find((role) => role === name.trim());
    if (known) return known;
    throw new InvalidArgumentError(`There is no role ${name.trim()}; the roles are ${roles.join(', ')}.`);
  });
}
