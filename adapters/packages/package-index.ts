import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const publicIndex = 'https://pypi.org/simple';
const publicRegistry = 'https://registry.npmjs.org';

/**
 * The address of the Python package index that this machine is set to use: pip's and uv's variables, then pip's
 * configuration files, then the public one. Without a slash at the end; may hold a user name and a password.
 */
export function packageIndex(env: NodeJS.ProcessEnv): string {
  const index =
    env['PIP_INDEX_URL'] ||
    env['UV_DEFAULT_INDEX'] ||
    env['UV_INDEX_URL'] ||
    fromPipFiles(env) ||
    publicIndex;
  return index.trim().replace(/\/+$/, '');
}

/** The address of the npm registry that this machine is set to use: npm's variable, its configuration file, then the public one. */
export function npmRegistry(env: NodeJS.ProcessEnv): string {
  const file = env['NPM_CONFIG_USERCONFIG'] ?? join(env['HOME'] || homedir(), '.npmrc');
  const registry =
    env['NPM_CONFIG_REGISTRY'] ||
    env['npm_config_registry'] ||
    settingIn(file, /^\s*registry\s*=\s*(\S+)/m) ||
    publicRegistry;
  return registry.trim().replace(/\/+$/, '');
}

function fromPipFiles(env: NodeJS.ProcessEnv): string | undefined {
  const home = env['HOME'] || homedir();
  const files = env['PIP_CONFIG_FILE']
    ? [env['PIP_CONFIG_FILE']]
    : [join(home, '.config', 'pip', 'pip.conf'), join(home, '.pip', 'pip.conf'), '/etc/pip.conf'];
  return files
    .map((file) => settingIn(file, /^\s*index[-_]url\s*[=:]\s*(\S+)/m))
    .find((index) => index !== undefined);
}

function settingIn(path: string, line: RegExp): string | undefined {
  try {
    return line.exec(readFileSync(path, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
