import { readFileSync } from 'node:fs';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { example, jsonOption, withConfig, withPorts } from './command-parts.ts';
import { addDiscordCommands } from './discord-commands.ts';
import { addTemporalCommands } from './temporal-commands.ts';
import { addKnowledgeCommands } from './knowledge-commands.ts';
import { addRecordCommands } from './record-commands.ts';
import { addSourceCommands } from './source-commands.ts';

/** The command line: names, options and examples. What a command needs is loaded when it runs, so that help is quick. */

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

export function commandLine(): Command {
  const program = new Command('steward')
    .description('A Discord assistant that answers from your documents and learns from your team.')
    .version(version)
    .showSuggestionAfterError()
    .exitOverride();
  example(
    program,
    ['demo'],
    'Exit codes: 0 done, 1 failed, 2 a mistake in the command, the config or a script.',
  );
  addTerminalCommands(program);
  addRunningCommands(program);
  addCaptureCommands(program);
  addLibraryCommands(program);
  addKnowledgeCommands(program);
  addRecordCommands(program);
  addSourceCommands(program);
  addDiscordCommands(program);
  addLookingCommands(program);
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
    .requiredOption('--kb <dir>', 'a folder of documents')
    .option('--data <dir>', 'where to keep what it learns (default: a folder of its own for each --kb)')
    .addOption(verboseOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/dev.ts')).dev(options));
  example(dev, ['dev --kb ../my-docs']);
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
    'Exit code 1 when nothing covers the question.',
  );
  const evaluation = program
    .command('eval')
    .description(
      'Ask every question in a file, and print how often the answer or the silence was as expected.',
    )
    .argument('<file>', 'YAML, or JSON lines: data/demo/questions.yaml is an example')
    .option(
      '--as-channel <name>',
      'as messages in this channel of the config, through its gate, instead of directly',
    )
    .addOption(jsonOption())
    .action(async (file, options) => (await import('../commands/reply/evaluate.ts')).evaluate(file, options));
  example(
    evaluation,
    ['eval questions.yaml', 'eval questions.yaml --as-channel help --json'],
    'Questions are asked directly, which no gate drops, unless --as-channel is given. Posts nothing; see docs/models.md.',
  );
  const index = program
    .command('index')
    .description("Bring the documents' index up to date, and capture raw entries that nothing has settled.")
    .addOption(jsonOption())
    .action(async (options) =>
      (await import('../commands/documents/index-documents.ts')).indexDocuments(options),
    );
  example(index, ['index -c config.yaml']);
  const regenerate = program
    .command('regenerate')
    .description(
      'Rebuild the library from the raw archive. Answers use the current one until the new one is published.',
    )
    .option('--wait', 'do the work in this process too, show the progress, and wait for the end', false)
    .option('--dry-run', 'show what would change in the topics, and publish nothing; implies --wait', false)
    .option('--pause', 'pause the one that runs, after its current step', false)
    .option('--resume', 'resume a paused one', false)
    .option('--cancel', 'cancel the one that runs, and drop what it built', false)
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/team/regenerate.ts')).regenerate(options));
  example(
    regenerate,
    ['regenerate --wait', 'regenerate --dry-run', 'regenerate --pause'],
    'Without --wait a running worker with the role library does the work.',
  );
  for (const command of [worker, ask, evaluation, index, regenerate]) withPorts(withConfig(command));
}

function addCaptureCommands(program: Command): void {
  const captures = program
    .command('captures')
    .description('What was learned from the team, and what failed.');
  const id = () => new Argument('<workflow-id>', 'like steward/capture/1234, as `list` shows it');
  const list = captures
    .command('list')
    .description('List captures: failed ones first, then those that wait for a yes or no; newest first.')
    .addOption(
      new Option('--status <status>', 'only these').choices(['failed', 'waiting', 'running', 'ended']),
    )
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/team/captures.ts')).printCaptures(options));
  example(list, ['captures list --status failed']);
  const show = captures
    .command('show')
    .description('Show one capture: its state, why it failed, what it waits for.')
    .addArgument(id())
    .action(async (workflowId, options) =>
      (await import('../commands/team/captures.ts')).showCapture(workflowId, options),
    );
  example(show, ['captures show steward/capture/1459012345678901234']);
  const retry = captures
    .command('retry')
    .description(
      'Run every step of a failed capture again. Finished steps find their work and change nothing twice.',
    )
    .addArgument(id().argOptional())
    .option('--all-failed', 'retry every failed capture', false)
    .action(async (workflowId, options) =>
      (await import('../commands/team/captures.ts')).retryCaptures(workflowId, options),
    );
  example(retry, ['captures retry steward/capture/1459012345678901234', 'captures retry --all-failed']);
  const approve = captures
    .command('approve')
    .description('Approve the removals that a waiting capture lists (`captures show`).')
    .addArgument(id())
    .action(async (workflowId, options) =>
      (await import('../commands/team/captures.ts')).decideRemovalsOf(workflowId, {
        ...options,
        approve: true,
      }),
    );
  example(approve, ['captures approve steward/capture/1459012345678901234'], needsWorker);
  const reject = captures
    .command('reject')
    .description('Reject the removals of a waiting capture. It continues without them.')
    .addArgument(id())
    .action(async (workflowId, options) =>
      (await import('../commands/team/captures.ts')).decideRemovalsOf(workflowId, {
        ...options,
        approve: false,
      }),
    );
  example(reject, ['captures reject steward/capture/1459012345678901234'], needsWorker);
  for (const command of [list, show, retry, approve, reject]) withPorts(withConfig(command));
}

const needsWorker = 'Needs a running worker, which receives the decision.';

function addLibraryCommands(program: Command): void {
  const library = program.command('library').description('The library of what the team said.');
  const list = library
    .command('list')
    .description('List the generations of the library that are kept, and which one is live.')
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/team/library.ts')).printGenerations(options));
  example(list, ['library list']);
  const rollback = library
    .command('rollback')
    .description('Answer from a former generation again.')
    .argument('[number]', 'of the generation (default: the one before)', parseGeneration)
    .action(async (number, options) =>
      (await import('../commands/team/library.ts')).rollBackTo(number, options),
    );
  example(
    rollback,
    ['library rollback', 'library rollback 3'],
    'The next refresh captures raw entries that the older generation does not have.',
  );
  for (const command of [list, rollback]) withConfig(command);
}

function addLookingCommands(program: Command): void {
  const check = program
    .command('check')
    .description(
      'Check the configuration: list every mistake, or what differs from the defaults and where it comes from.',
    )
    .option('--all', 'every setting in force', false)
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/operations/check.ts')).check(options));
  example(
    check,
    ['check -c config.yaml', 'check --all'],
    'Exit code 2 when there is a mistake. No secret is printed.',
  );
  const doctor = program
    .command('doctor')
    .description('Test everything that Steward needs: what is there, what is missing, and what to do.')
    .action(async (options) => (await import('../commands/operations/doctor.ts')).doctor(options));
  example(doctor, ['doctor'], 'Exit code 1 when something is missing.');
  addTemporalCommands(program);
  for (const command of [check, doctor]) withConfig(command);
}

const roles = ['bot', 'reply', 'library', 'all'] as const;

function parseRoles(text: string): readonly (typeof roles)[number][] {
  return text.split(',').map((name) => {
    const known = roles.find((role) => role === name.trim());
    if (known) return known;
    throw new InvalidArgumentError(`There is no role ${name.trim()}; the roles are ${roles.join(', ')}.`);
  });
}

function parseGeneration(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('A generation is a number from 1 on: npx steward library list');
}
