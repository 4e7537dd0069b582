import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The folder for files that can be fetched or built again. It is outside the checkout, so that all clones share it. */
export function stewardCacheDir(env: NodeJS.ProcessEnv): string {
  const base = env['XDG_CACHE_HOME'];
  // The XDG specification says to ignore a relative path.
  return join(base && isAbsolute(base) ? base : join(env['HOME'] || homedir(), '.cache'), 'steward');
}
