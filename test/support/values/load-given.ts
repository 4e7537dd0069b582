import { loadConfig, type LoadedConfig } from '../../../config/load.ts';
import { ConfigError } from '../../../config/problem.ts';

/** The texts of files, and variables. */
export interface Given {
  readonly yaml?: string;
  readonly dotenv?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** Loads a config whose file is called `c.yaml`. */
export function loadGiven({ yaml, dotenv, env = {}, files = {} }: Given): LoadedConfig {
  const all: Readonly<Record<string, string | undefined>> = { 'c.yaml': yaml, '.env': dotenv, ...files };
  const readFile = (path: string): string => {
    const text = all[path];
    if (text === undefined) throw Object.assign(new Error('missing'), { code: 'ENOENT' });
    return text;
  };
  return loadConfig({ path: yaml === undefined ? null : 'c.yaml', env, readFile });
}

/** The error of a config. Throws if there is none. */
export function mistakes(given: Given): ConfigError {
  try {
    loadGiven(given);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the config was accepted');
}
