import { Command, Help, type Option } from 'commander';
import { harmless } from '../../adapters/terminal/harmless.ts';
import { version } from '../wiring/identity.ts';
import { answerCommands } from './answer-commands.ts';
import { addCommands, addExamples, type Commands } from '../cli/command-parts.ts';
import {
  httpCommands,
  operationsCommands,
  storageCommands,
  temporalCommands,
  discordCommands,
} from './operations-commands.ts';
import { startCommands } from './start-commands.ts';
import { captureCommands, libraryCommands, teamCommands } from './team-commands.ts';

export function commandLine(): Command {
  const program = new Command('steward')
    .description('A Discord assistant that answers from your documents and learns from your team.')
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows commands and options)')
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
  program.commandsGroup('Start:');
  addCommands(program, startCommands);
  addGroup('discord', 'The connection to Discord.', discordCommands);
  program.commandsGroup('Answers and documents:');
  addCommands(program, answerCommands);
  program.commandsGroup('What the team said:');
  addGroup('captures', 'What was learned from the team, and what failed.', captureCommands);
  addGroup('library', 'The library of what the team said.', libraryCommands);
  addCommands(program, teamCommands);
  program.commandsGroup('Operation:');
  addCommands(program, operationsCommands);
  addGroup('storage', 'The store: one SQLite file, or a PostgreSQL database.', storageCommands);
  addGroup('http', 'Questions over HTTP.', httpCommands);
  addGroup('temporal', 'The Temporal server that Steward runs itself.', temporalCommands);
  // Commander prints the whole help for a command that there is not.
  program.addHelpText('beforeAll', ({ error, command: { args } }) =>
    error && args[0] === 'help' && args[1] !== undefined ? `error: unknown command '${args[1]}'\n` : '',
  );
  program.commandsGroup('Help:').helpCommand('help [command]', 'Show the help of a command.');
  return program;
}

/** That a flag is off by default, or a list empty, goes without saying. */
const describeOption = (option: Option): string =>
  option.defaultValue === false || (Array.isArray(option.defaultValue) && option.defaultValue.length === 0)
    ? option.description
    : new Help().optionDescription(option);
