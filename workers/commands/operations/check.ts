import { harmlessJson, harmless } from '../../../adapters/terminal/harmless.ts';
import { describeChanges, describeConfig } from '../../../config/describe.ts';
import { loadCommandConfig } from '../../cli/load.ts';

interface CheckOptions {
  readonly json: boolean;
  readonly all: boolean;
  readonly config?: string;
}

/** Prints the settings that differ from the defaults, or all, and where they come from. Loading throws on mistakes. */
export function check({ json, all, config: file }: CheckOptions): void {
  const { config, origins } = loadCommandConfig({ config: file, serves: true });
  const settings = all ? describeConfig(config, origins) : describeChanges(config, origins);
  for (const setting of settings) {
    const { path, value, origin } = setting;
    const line = json
      ? harmlessJson(setting)
      : harmless(`${path}: ${value}${origin ? `   (${origin})` : ''}`);
    process.stdout.write(`${line}\n`);
  }
  const rest = settings.length === 0 ? 'Every setting' : 'Everything else';
  if (!json && !all) process.stdout.write(`${rest} has its default: npx steward check --all\n`);
}
