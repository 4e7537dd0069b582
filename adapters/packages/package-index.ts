import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const publicIndex = 'https://pypi.org/simple';

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

function fromPipFiles(env: NodeJS.ProcessEnv): string | undefined {
  const home = env['HOME'] || homedir();
  const files = env['PIP_CONFIG_FILE']
    ? [env['PIP_CONFIG_FILE']]
    : [join(home, '.config', 'pip', 'pip.conf'), join(home, '.pip', 'pip.conf'), '/etc/pip.conf'];
  return files.map(indexOfFile).find((index) => index !== undefined);
}

function indexOfFile(path: string): string | undefined {
  try {
    return /^\s*index[-_]url\s*[=:]\s*(\S+)/m.exec(readFileSync(path, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
