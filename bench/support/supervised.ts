import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endsWithParent } from '../../test/support/processes/ends-with-parent.ts';

export interface Supervised {
  /** Resolves when it has said, since its last start, that it runs. */
  readonly up: () => Promise<void>;
  /** The process that runs now, or null between two. */
  readonly pid: () => number | null;
  /** As a power cut. It is started again, as a supervisor does. */
  readonly kill: () => void;
  /** It lives, and does nothing until the time is over. */
  readonly freeze: (milliseconds: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const pauseMilliseconds = 500;

/** A checkout has its source, a package what that was compiled to. */
const cliOf = (release: string): string =>
  [join(release, 'workers/cli.ts')].find(existsSync) ?? join(release, 'dist/workers/cli.js');

/** `steward worker` in a process of its own, started again whenever it ends, that ends with this one. Its log goes to a file. */
export function supervise({
  args,
  cwd,
  env,
  logFile,
  release = checkout,
}: {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** The folder whose code it runs; this checkout by default. */
  readonly release?: string;
}): Supervised {
  const log = createWriteStream(logFile, { flags: 'a' });
  let child: ChildProcess | null = null;
  let isUp = Promise.withResolvers<void>();
  const stopping = new AbortController();

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const worker = spawn(process.execPath, [...endsWithParent, cliOf(release), 'worker', ...args], {
        cwd,
        // As `bin/steward.js` starts it.
        env: { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=16', ...env },
        stdio: ['pipe', 'ignore', 'pipe'],
      });
      child = worker;
      worker.stderr.on('data', (chunk: Buffer) => {
        log.write(chunk);
        if (chunk.includes('steward_started')) isUp.resolve();
      });
      await once(worker, 'close');
      child = null;
      isUp = Promise.withResolvers();
      if (!stopping.signal.aborted) await sleep(pauseMilliseconds);
    }
  };
  const running = run();
  const kill = () => void child?.kill('SIGKILL');
  process.once('exit', kill);
  return {
    up: () => isUp.promise,
    pid: () => child?.pid ?? null,
    kill,
    async freeze(milliseconds) {
      const frozen = child;
      frozen?.kill('SIGSTOP');
      await sleep(milliseconds);
      frozen?.kill('SIGCONT');
    },
    stop: async () => {
      stopping.abort();
      kill();
      await running;
      process.off('exit', kill);
      log.end();
    },
  };
}
