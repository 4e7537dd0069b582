import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from './exit.ts';
import { version } from '../wiring/identity.ts';
import { example, jsonOption, withConfig, withPorts } from './command-parts.ts';
import { addDiscordCommands } from './discord-commands.ts';
import { addDocumentsCommands } from './documents-commands.ts';
import { addOperationsCommands } from './operations-commands.ts';
import { addTeamCommands } from './team-commands.ts';

/** The command line: names, options and examples. What a command needs is loaded when it runs, so that help is quick. */

export function commandLine(): Command {
  const program = new Command('steward')
    .description('A Discord assistant that answers from your documents and learns from your team.')
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride();
  example(
    program,
    ['demo'],
    'Exit codes: 0 done, 1 failed, 2 a mistake in the command, the config or a script.',
  );
  addTerminalCommands(program);
  addRunningCommands(program);
  addDocumentsCommands(program);
  addTeamCommands(program);
  addDiscordCommands(program);
  addOperationsCommands(program);
  return program;
}

function addTerminalCommands(program: Command): void {
  const demo = program
    .command('demo')
    .description('Show Steward at work: a Discord in the terminal, real documents, the real Temporal server.')
    .option('--kb <dir>', "a folder of documents (default: Fastify's, which come with its package)")
    .option('--script <file>', 'play a conversation (JSON lines, see data/demo/README.md) and end')
    .option('--stop-server', 'stop the Temporal server when the demo ends', false)
    .addOption(verboseOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/demo.ts')).demo(options));
  example(
    demo,
    ['demo', 'demo --json', 'demo --kb ../my-docs --script my-script.jsonl'],
    'In a terminal you take part yourself; without one, or with --script, a conversation is played.',
  );
  const dev = program
    .command('dev')
    .description(
      'Try Steward on your own documents in the terminal. What it learns is kept for the next start.',
    )
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
    .addOption(verboseOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/dev.ts')).dev(options));
  example(dev, [
    'dev --kb ../my-docs',
    'dev --kb ../my-docs --model llama3.2 --base-url http://127.0.0.1:11434/v1',
    'dev -c config.yaml',
  ]);
  for (const command of [demo, dev]) withPorts(command);
}

const verboseOption = () => new Option('--verbose', 'name the Temporal run of each answer').default(false);

function addRunningCommands(program: Command): void {
  const worker = program
    .command('worker')
    .description('Run Steward. Several processes may share the work by their roles.')
    .addOption(
      new Option('--role <roles>', `what this process does: ${roles.join(', ')}, or several with commas`)
        .default(['all'], 'all')
        .argParser(parseRoles),
    )
    .action(async (options) => (await import('../commands/operations/worker.ts')).worker(options));
  example(worker, ['worker', 'worker --role reply,library -c config.yaml']);
  const ask = program
    .command('ask')
    .description('Ask one question as a member who asks directly, and print the answer. Posts nothing.')
    .argument('<question>')
    .option(
      '--profile <file>',
      'with this profile: YAML with keys of ai_response.profiles, over that of the config',
    )
    .option('--channel <name>', 'with the settings of this channel, as the config lists it')
    .addOption(jsonOption())
    .action(async (question, options) =>
      (await import('../commands/reply/ask.ts')).askCommand(question, options),
    );
  example(
    ask,
    ['ask "How do I set the log level?" --json', 'ask "What does it cost?" --profile draft.yaml'],
    'Exit code 1 when nothing covers the question. Thanks and a greeting get their short answer.',
  );
  const mcp = program
    .command('mcp')
    .description('Serve a coding agent over MCP on standard input and output: search, read and ask.')
    .option('--cwd <folder>', 'where the configuration is: an agent starts it anywhere')
    .action(async (options) => (await import('../commands/reply/mcp.ts')).mcp(options));
  example(
    mcp,
    ['mcp', 'mcp --cwd ~/steward'],
    'The agent starts it: docs/mcp.md has the line for each client. It needs no worker.',
  );
  const evaluation = program
    .command('eval')
    .description(
      'Ask every question in a file, and print how often the answer or the silence was as expected.',
    )
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
    )
    .addOption(jsonOption())
    .action(async (file: string | undefined, { prompts, verify, ...options }) => {
      const given = [file !== undefined, prompts === true, verify === true].filter(Boolean);
      if (given.length !== 1) throw new UsageError('Give a file of questions, --prompts or --verify.');
      if (file !== undefined) return (await import('../commands/reply/evaluate.ts')).evaluate(file, options);
      if (options.asChannel !== undefined) throw new UsageError('--as-channel needs a file of questions.');
      if (verify) return (await import('../commands/reply/eval-verify.ts')).evaluateVerification(options);
      return (await import('../commands/reply/eval-prompts.ts')).evaluatePrompts(options);
    });
  example(
    evaluation,
    [
      'eval questions.yaml',
      'eval questions.yaml --as-channel help --json',
      'eval --prompts',
      'eval --verify --json',
    ],
    'Questions are asked directly, which no gate drops, unless --as-channel is given. Posts nothing; see docs/models.md.',
  );
  for (const command of [worker, ask, mcp, evaluation]) withPorts(withConfig(command));
}

const roles = ['bot', 'reply', 'library', 'all'] as const;

function parseRoles(text: string): readonly (typeof roles)[number][] {
  return text.split(',').map((name) => {
    const known = roles.find((role) => role === name.trim());
    if (known) return known;
    throw new InvalidArgumentError(`There is no role ${name.trim()}; the roles are ${roles.join(', ')}.`);
  });
}
