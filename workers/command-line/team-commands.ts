import type { Command } from 'commander';
import { wholeNumber, type Commands } from '../cli/command-parts.ts';

const dryRun = ['--dry-run', 'write nothing, and list what would be removed', false] as const;

export const teamCommands: Commands = {
  regenerate: {
    description:
      'Rebuild the library from the raw archive. Answers use the current one until the new one is published.',
    examples: ['regenerate'],
    remark:
      "A running worker with the role library does the work, also when you end this. Temporal's UI pauses, resumes and cancels it.",
    run: async (options) => (await import('../commands/team/regenerate.ts')).regenerate(options),
  },
  forget: {
    description: "Remove a person's words from everything that Steward keeps.",
    examples: ['forget 145874524567503270 --dry-run'],
    remark:
      'A pair that the person asked goes as a whole, after a yes; from the pairs of others their messages go. Where others name them is listed. The messages stay on Discord: delete them there, too, if they should go.',
    own: (command) =>
      command
        .argument('<user-id>', "the person's Discord id, or the visitor_id of a question over HTTP")
        .option('--yes', 'forget without asking, though answers of the team go with the person', false)
        .option(...dryRun),
    run: async (userId, options) => (await import('../commands/team/forget.ts')).forget(userId, options),
  },
  import: {
    description: "Import a raw archive: the Python original's data/team-knowledge, or Steward's own.",
    examples: ['import ../old-bot/data/team-knowledge --dry-run', 'import old/raw/*.txt'],
    own: (command) =>
      command
        .argument('<paths...>', 'files, or folders that contain them')
        .option('--dry-run', 'write nothing, and count what is new', false),
    run: async (paths, options) => (await import('../commands/team/import.ts')).importFiles(paths, options),
  },
};

const workflowId = (command: Command, name = '<workflow-id>') =>
  command.argument(name, 'like steward/capture/1234, as `list` shows it');

export const captureCommands: Commands = {
  list: {
    description:
      'List failed captures, then what waits for a yes or no, with the words of the pairs that it would remove.',
    examples: ['captures list'],
    remark: "Why a capture failed, and captures that run or ended well, are in Temporal's UI.",
    run: async (options) => (await import('../commands/team/captures.ts')).printCaptures(options),
  },
  retry: {
    description:
      'Run every step of a failed capture, or of all, again. Finished steps find their work and change nothing twice.',
    examples: ['captures retry', 'captures retry steward/capture/1459012345678901234'],
    own: (command) => workflowId(command, '[workflow-id]'),
    takes: ['config'],
    run: async (id, options) => (await import('../commands/team/captures.ts')).retryCaptures(id, options),
  },
};

export const libraryCommands: Commands = {
  list: {
    description: 'List the generations of the library that are kept, and which one is live.',
    examples: ['library list'],
    run: async (options) => (await import('../commands/team/library.ts')).printGenerations(options),
  },
  rollback: {
    description: 'Answer from a former generation again.',
    examples: ['library rollback', 'library rollback 3'],
    remark: 'The next refresh captures raw entries that the older generation does not have.',
    own: (command) =>
      command.argument('[number]', 'of the generation (default: the one before)', parseGeneration),
    takes: ['config'],
    run: async (number, options) => (await import('../commands/team/library.ts')).rollBackTo(number, options),
  },
  correct: {
    description: 'Put what is right behind a pair, however old it is. The corrected pair replaces it.',
    examples: ['library correct qa_20260201_031056.228000 "The port is 9090 since version 2."'],
    own: (command) =>
      command
        .argument('<qa-id>', 'as after "id:" in a topic or in the raw archive')
        .argument('<answer>', "what the team says now, in the team's words"),
    run: async (qaId, text, options) =>
      (await import('../commands/team/pairs.ts')).correct(qaId, text, options),
  },
  retract: {
    description: 'Remove a pair from the library for good. No capture, rebuild or rollback brings it back.',
    examples: ['library retract qa_20260201_031056.228000 --dry-run'],
    remark: 'Earlier captures of the same conversation are removed, too. The raw archive keeps the entry.',
    own: (command) =>
      command
        .argument('<qa-id>', 'like qa_20260201_031056.228000, as a topic or the raw archive names it')
        .option(...dryRun),
    run: async (qaId, options) => (await import('../commands/team/pairs.ts')).retractCommand(qaId, options),
  },
};

const parseGeneration = wholeNumber(
  Number.MAX_SAFE_INTEGER,
  'A generation is a number from 1 on: npx steward library list',
);
