import { existsSync } from 'node:fs';
import { loadConfig, type LoadedConfig } from '../../config/load.ts';

const usualPath = 'config.yaml';

/** The file of the command line, of STEWARD_CONFIG, or `config.yaml` if it exists; otherwise null. */
export const configPathOf = (config?: string): string | null =>
  config ?? process.env['STEWARD_CONFIG'] ?? (existsSync(usualPath) ? usualPath : null);

/** Loads that file, or else only defaults and environment variables. */
export const loadCommandConfig = (config?: string): LoadedConfig =>
  loadConfig({ path: configPathOf(config), env: process.env });
