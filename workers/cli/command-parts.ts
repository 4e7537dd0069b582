import { InvalidArgumentError, Option, type Command } from 'commander';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';

/** A command that reads the config. */
export interface ConfigOption {
  /** By default, the file that `configPathOf` finds. */
  readonly config?: string;
}

/** A command that prints JSON, if asked to. */
export interface JsonOption {
  readonly json: boolean;
}

export const roles = ['bot', 'reply', 'library', 'all'] as const satisfies readonly WorkerRole[];

/** Collects the values of an option that may be given again. */
export const repeated = (value: string, earlier: readonly string[]) => [...earlier, value];

/** Returns a parser of a whole number from 1 to `most`; `expected` is its error message. */
export const wholeNumber =
  (most: number, expected: string) =>
  (text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number > 0 && number <= most) return number;
    throw new InvalidArgumentError(expected);
  };

/** Parses a day in UTC such as `2026-02-01`; null for anything else. */
export function dayIn(text: string): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? new Date(text) : null;
  return day && !Number.isNaN(day.getTime()) ? day : null;
}

/** Options that several commands have. */
const shared = {
  json: (command: Command) =>
    command.addOption(new Option('--json', 'print JSON, one object a line').default(false)),
  config: (command: Command) =>
    command.option('-c, --config <file>', 'the configuration (default: config.yaml, if there is one)'),
} as const;

interface CommandEntry {
  readonly description: string;
  /** Without `npx steward`. */
  readonly examples: readonly string[];
  readonly remark?: string;
  /** The command's own arguments and options. */
  readonly own?: (command: Command) => Command;
  /** Both by default. */
  readonly takes?: readonly (keyof typeof shared)[];
  /** Imports the command's module only here, so that help is quick. */
  readonly run: Parameters<Command['action']>[0];
}

export type Commands = Readonly<Record<string, CommandEntry>>;

export function addCommands(parent: Command, commands: Commands): void {
  for (const [name, entry] of Object.entries(commands)) {
    const { description, examples, remark, own, takes = ['json', 'config'], run } = entry;
    const command = parent.command(name).description(description).action(run);
    own?.(command);
    for (const option of takes) shared[option](command);
    addExamples(command, examples, remark);
  }
}

export function addExamples(command: Command, examples: readonly string[], remark?: string): void {
  const exampleLines = examples.map((example) => `  $ npx steward ${example}`).join('\n');
  const heading = examples.length > 1 ? 'Examples' : 'Example';
  command.addHelpText('after', `${remark ? `\n${remark}\n` : ''}\n${heading}:\n${exampleLines}`);
}
