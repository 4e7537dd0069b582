import { InvalidArgumentError, Option, type Command } from 'commander';

/** Options and help that commands share. */

export interface Ports {
  readonly port: number;
  readonly uiPort: number;
}

export interface CommandOptions extends Ports {
  readonly config?: string;
}

export const jsonOption = () => new Option('--json', 'print JSON, one object a line').default(false);

export const withConfig = (command: Command): Command =>
  command.option('-c, --config <file>', 'the configuration (default: config.yaml, if there is one)');

/** Of the Temporal server that Steward runs itself, and of its UI. */
export const defaultPorts = { temporal: 7233, ui: 8233 } as const;

export const withPorts = (command: Command): Command =>
  command
    .addOption(
      new Option('--port <port>', 'of the Temporal server that Steward runs itself')
        .default(defaultPorts.temporal)
        .argParser(parsePort),
    )
    .addOption(new Option('--ui-port <port>', 'of its UI').default(defaultPorts.ui).argParser(parsePort));

/** Every command shows how it is used. */
export function example(command: Command, lines: readonly string[], remark?: string): void {
  const shown = lines.map((line) => `  $ npx steward ${line}`).join('\n');
  const heading = lines.length > 1 ? 'Examples' : 'Example';
  command.addHelpText('after', `${remark ? `\n${remark}\n` : ''}\n${heading}:\n${shown}`);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new InvalidArgumentError('A port is a number from 1 to 65535.');
}
