import { describeConfig } from '../../../config/describe.ts';
import { loadCommandConfig } from '../../cli/load.ts';

interface CheckOptions {
  readonly json: boolean;
  readonly config?: string;
}

/** Prints every setting in force and where it comes from. A config with mistakes has thrown before. */
export function check({ json, config: file }: CheckOptions): void {
  const { config, origins } = loadCommandConfig({ config: file });
  for (const setting of describeConfig(config, origins)) {
    const { path, value, origin } = setting;
    const line = json ? JSON.stringify(setting) : `${path}: ${value}${origin ? `   (${origin})` : ''}`;
    process.stdout.write(`${line}\n`);
  }
}
