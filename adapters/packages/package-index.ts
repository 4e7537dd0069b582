import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const publicIndex = 'https://pypi.org/simple';
const publicRegistry = 'https://registry.npmjs.org';

/**
 * The Python package index from pip's or uv's environment variables, else the public one. Without a slash at the end.
 */
export function packageIndex(env: NodeJS.ProcessEnv): string {
  const index = env['PIP_INDEX_URL'] || env['UV_DEFAULT_INDEX'] || publicIndex;
  return index.trim().replace(/\/+$/, '');
}

/** The npm registry from npm's environment variable, else from its configuration file, else the public one. */
export function npmRegistry(env: NodeJS.ProcessEnv): string {
  const file = env['NPM_CONFIG_USERCONFIG'] ?? join(env['HOME'] || homedir(), '.npmrc');
  const registry =
    env['NPM_CONFIG_REGISTRY'] ||
    env['npm_config_registry'] ||
    settingIn(file, /^\s*registry\s*=\s*(\S+)/m) ||
    publicRegistry;
  return registry.trim().replace(/\/+$/, '');
}

function settingIn(path: string, line: RegExp): string | undefined {
  try {
    return line.exec(readFileSync(path, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
