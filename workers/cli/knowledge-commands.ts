import { Command } from 'commander';
import { example, jsonOption, withConfig, withPorts } from './command-parts.ts';

const dryRun = 'write nothing, and list what would be removed';

/** Commands that take something out of what Steward knows, or put something in from outside. */
export function addKnowledgeCommands(program: Command): void {
  const retract = libraryCommand(program)
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
  const forget = program
    .command('forget')
    .description("Remove a person's words from everything that Steward keeps.")
    .argument('<user-id>', "the person's Discord id")
    .option('--dry-run', dryRun, false)
    .addOption(jsonOption())
    .action(async (userId, options) => (await import('../commands/team/forget.ts')).forget(userId, options));
  example(
    forget,
    ['forget 145874524567503270 --dry-run'],
    'The messages stay on Discord: delete them there, too, if they should go.',
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
  for (const command of [retract, forget, importing]) withPorts(withConfig(command));
}

/** Several kinds of commands stand under `library`. */
const libraryCommand = (program: Command): Command =>
  program.commands.find((command) => command.name() === 'library') ??
  program.command('library').description('The library of what the team has said.');
