import { describeConfig, describeGiven } from '../../../config/describe.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { printLine, printNote, printRows } from '../../cli/print.ts';
import { changedSinceMeasurement } from './last-measurement.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';

interface CheckOptions extends ConfigOption, JsonOption {
  readonly all: boolean;
}

/** Prints the settings that somebody has set, or all, and where they come from. Loading throws on mistakes. */
export function check({ json, all, config: file }: CheckOptions): void {
  const { config, origins } = loadCommandConfig({ config: file });
  const settings = all ? describeConfig(config, origins) : describeGiven(config, origins);
  printRows(settings, {
    json,
    textOf: ({ path, value, origin }) => `${path}: ${value}${origin ? `   (${origin})` : ''}`,
  });
  const rest = settings.length === 0 ? 'Every setting' : 'Everything else';
  if (!json && !all) printLine(`${rest} has its default: npx steward check --all`);
  if (changedSinceMeasurement(config))
    printNote(
      'ai_response has changed since answers were last measured: npx steward rehearse, or npx steward eval',
    );
}
