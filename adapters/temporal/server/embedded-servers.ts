import { userInfo } from 'node:os';
import { runCommand } from '../../packages/run-command.ts';
import type { ServerRecord } from './server-record.ts';

/** The Temporal servers that Steward has started for this user and that run now, in any folder. */
export async function embeddedServers(): Promise<readonly ServerRecord[]> {
  const { output } = await runCommand({
    program: 'ps',
    args: ['-ww', '-u', String(userInfo().uid), '-o', 'pid=,command='],
    timeoutMilliseconds: 5_000,
    keptChars: 4_000_000,
  });
  return output.split('\n').flatMap(parseServer);
}

/** The arguments are those of `startServer`, in its order; a path may hold spaces. */
function parseServer(line: string): readonly ServerRecord[] {
  const found =
    /^\s*(\d+) .* server start-dev --ip=127\.0\.0\.1 --port=(\d+) (?:--headless|--ui-port=(\d+)) --db-filename=(.+?) --namespace=/.exec(
      line,
    );
  if (!found) return [];
  const [, pid, port, uiPort, dbPath = ''] = found;
  return [{ pid: Number(pid), port: Number(port), uiPort: uiPort ? Number(uiPort) : null, dbPath }];
}
