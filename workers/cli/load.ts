import { existsSync } from 'node:fs';
import { loadConfig, type LoadedConfig } from '../../config/load.ts';
import { configWarnings } from '../../config/warnings.ts';

const usualPath = 'config.yaml';

/** The file that the command line or the environment names, else `config.yaml` where there is one, else null. */
export const configPathOf = (config?: string): string | null =>
  config ?? process.env['STEWARD_CONFIG'] ?? (existsSync(usualPath) ? usualPath : null);

/** The config of that file, or of defaults and variables alone. */
export function loadCommandConfig({
  config,
  serves = false,
}: {
  readonly config?: string;
  /** For the worker, and for what checks the whole config: keys of HTTP are needed and checked. */
  readonly serves?: boolean;
}): LoadedConfig {
  const loaded = loadConfig({ path: configPathOf(config), env: process.env, serves });
  for (const warning of [...loaded.warnings, ...configWarnings(loaded.config)])
    process.stderr.write(`Warning: ${warning}\n`);
  return loaded;
}
