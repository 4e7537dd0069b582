import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where Steward keeps what can be fetched or built again: outside the checkout, so that every clone shares it. */
export function stewardCacheDir(env: NodeJS.ProcessEnv): string {
  const base = env['XDG_CACHE_HOME'];
  // The XDG specification says that a relative path is to be ignored.
  return join(base && isAbsolute(base) ? base : join(env['HOME'] || homedir(), '.cache'), 'steward');
}
