import { describeChanges, describeConfig } from '../../../config/describe.ts';
import { loadCommandConfig } from '../../cli/load.ts';

interface CheckOptions {
  readonly json: boolean;
  readonly all: boolean;
  readonly config?: string;
}

/** Prints what differs from the defaults and where it comes from, or everything. A config with mistakes has thrown before. */
export function check({ json, all, config: file }: CheckOptions): void {
  const { config, origins } = loadCommandConfig({ config: file });
  for (const setting of all ? describeConfig(config, origins) : describeChanges(config, origins)) {
    const { path, value, origin } = setting;
    const line = json ? JSON.stringify(setting) : `${path}: ${value}${origin ? `   (${origin})` : ''}`;
    process.stdout.write(`${line}\n`);
  }
  if (!json && !all) process.stdout.write('Everything else has its default: npx steward check --all\n');
}
