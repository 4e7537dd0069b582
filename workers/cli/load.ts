import { existsSync } from 'node:fs';
import { loadConfig, type LoadedConfig } from '../../config/load.ts';
import { configWarnings } from '../../config/warnings.ts';

const usualPath = 'config.yaml';

/** The config that the command line names, else `config.yaml` where there is one, else defaults and variables alone. */
export function loadCommandConfig({
  config,
  serves = true,
}: {
  readonly config?: string;
  readonly serves?: boolean;
}): LoadedConfig {
  const path = config ?? process.env['STEWARD_CONFIG'] ?? (existsSync(usualPath) ? usualPath : null);
  const loaded = loadConfig({ path, env: process.env, serves });
  for (const warning of [...loaded.warnings, ...configWarnings(loaded.config)])
    process.stderr.write(`Warning: ${warning}\n`);
  return loaded;
}
