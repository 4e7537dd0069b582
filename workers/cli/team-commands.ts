import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import type { ErasedTurns } from '../../domain/team/erasures-file.ts';
import { isQaId } from '../../domain/values/qa-id.ts';
import { example, jsonOption, withConfig, withPorts } from './command-parts.ts';

/** Commands about what Steward learns from the team: captures, the library, and what is taken out or comes from outside. */
export function addTeamCommands(program: Command): void {
  addCaptureCommands(program);
  addLibraryCommands(program);
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
  const forget = program
    .command('forget')
    .description("Remove a person's words from everything that Steward keeps.")
    .argument('<user-id>', "the person's Discord id, or the visitor_id of a question over HTTP")
    .addOption(
      new Option(
        '--name <names...>',
        'what others call the person, beside the names that Steward knows',
      ).default([], ''),
    )
    .addOption(
      new Option(
        '--also <turns...>',
        'what others said of the person, as the list names it: qa_20260201_031056:1',
      )
        .default([], '')
        .argParser((text, others: readonly ErasedTurns[]) => [...others, parseTurn(text)]),
    )
    .option('--dry-run', dryRun, false)
    .addOption(jsonOption())
    .action(async (userId, options) => (await import('../commands/team/forget.ts')).forget(userId, options));
  example(
    forget,
    ['forget 145874524567503270 --dry-run', 'forget 145874524567503270 --name Anna'],
    'Mentions of the person go, too; where others may call them by name, you are asked. The messages stay on Discord: delete them there, too, if they should go.',
  );
  const importing = program
    .command('import')
    .description("Take in a Python original's data/team-knowledge, or exports of DiscordChatExporter (JSON).")
    .argument('<paths...>', 'files, or folders that hold them')
    .option('--dry-run', 'write nothing, and count what is new', false)
    .option('--no-regenerate', 'only write the raw archive; rebuild the library yourself later')
    .option('--wait', 'rebuild in this process too, and wait for the end', false)
    .addOption(jsonOption())
    .action(async (paths, options) =>
      (await import('../commands/team/import.ts')).importFiles(paths, options),
    );
  example(
    importing,
    ['import ../old-bot/data/team-knowledge --dry-run', 'import exports/*.json --wait'],
    'Export a channel and its threads together, so that a thread finds the message it belongs to.',
  );
  for (const command of [regenerate, forget, importing]) withPorts(withConfig(command));
}

const dryRun = 'write nothing, and list what would be removed';

function addCaptureCommands(program: Command): void {
  const captures = program
    .command('captures')
    .description('What was learned from the team, and what failed.');
  const id = () => new Argument('<workflow-id>', 'like steward/capture/1234, as `list` shows it');
  const list = captures
    .command('list')
    .description('List captures: failed ones first, then those that wait for a yes or no; newest first.')
    .addOption(
      new Option('--status <status>', 'only these').choices([
        'failed',
        'stuck',
        'waiting',
        'running',
        'ended',
      ]),
    )
    .addOption(jsonOption())
    .action(async (options) => (await import('../commands/team/captures.ts')).printCaptures(options));
  example(list, ['captures list --status failed']);
  const show = captures
    .command('show')
    .description('Show one capture: its state, its pair, why it failed, and the pairs that it would remove.')
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
  const skip = captures
    .command('skip')
    .description('Leave a failed capture: its pair counts as skipped, and nobody is told of it any more.')
    .addArgument(id())
    .action(async (workflowId, options) =>
      (await import('../commands/team/captures.ts')).skipCapture(workflowId, options),
    );
  example(skip, ['captures skip steward/capture/1459012345678901234'], 'The pair stays in the raw archive.');
  const decide = (name: string, description: string) => {
    const command = captures
      .command(name)
      .description(description)
      .addArgument(id())
      .action(async (workflowId, options) =>
        (await import('../commands/team/captures.ts')).decideRemovalsOf(workflowId, {
          ...options,
          approve: name === 'approve',
        }),
      );
    const remark = 'Needs a running worker, which receives the decision.';
    example(command, [`captures ${name} steward/capture/1459012345678901234`], remark);
    return command;
  };
  const approve = decide('approve', 'Approve the removals that a waiting capture lists (`captures show`).');
  const reject = decide('reject', 'Reject the removals of a waiting capture. It continues without them.');
  for (const command of [list, show, retry, skip, approve, reject]) withPorts(withConfig(command));
}

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
  const retract = library
    .command('retract')
    .description('Remove a pair from the library for good. No capture, rebuild or rollback brings it back.')
    .argument('<qa-id>', 'like qa_20260201_031056.228000, as a topic or the raw archive names it')
    .option('--dry-run', dryRun, false)
    .addOption(jsonOption())
    .action(async (qaId, options) =>
      (await import('../commands/team/retract.ts')).retractCommand(qaId, options),
    );
  example(
    retract,
    ['library retract qa_20260201_031056.228000 --dry-run'],
    'Earlier captures of the same conversation are removed, too. The raw archive keeps the entry.',
  );
  for (const command of [list, rollback, retract]) withConfig(command);
  withPorts(retract);
}

function parseTurn(text: string): ErasedTurns {
  const [qaId = '', turn = ''] = text.split(':');
  if (isQaId(qaId) && /^\d{1,4}$/.test(turn)) return { qaId, turns: [Number(turn)] };
  throw new InvalidArgumentError('Give a turn as the list names it, such as qa_20260201_031056:1.');
}

function parseGeneration(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('A generation is a number from 1 on: npx steward library list');
}
