import { join } from 'node:path';
import { durationText } from '../../../domain/operations/progress.ts';
import { transientError } from '../../../domain/ports/errors.ts';
import { runCommand } from '../../packages/run-command.ts';
import { builtCliVersion } from './server-version.ts';

const longestBuildMilliseconds = 30 * 60_000;
const tickMilliseconds = 10_000;

/** Builds the Temporal command line tool with Go, into `dir`. Throws a `PortError` that completes "cannot be built: …". */
export async function buildTemporal(build: {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: (line: string) => void;
}): Promise<string> {
  const { dir, env, progress } = build;
  const version = await runCommand({ program: 'go', args: ['version'], env, timeoutMilliseconds: 10_000 });
  if (version.exitCode !== 0) throw failed('Go is not installed');

  progress('Building the Temporal server with Go: usually two to four minutes, once.');
  const startedAt = performance.now();
  const elapsed = () => durationText(performance.now() - startedAt);
  const ticker = setInterval(
    () => progress(`Still building the Temporal server: ${elapsed()}.`),
    tickMilliseconds,
  );
  const { exitCode } = await runCommand({
    program: 'go',
    args: ['install', `github.com/temporalio/cli/cmd/temporal@v${builtCliVersion}`],
    // GOFLAGS may contain -mod=vendor or the like, and cross-compiling forbids GOBIN.
    env: { ...env, GOBIN: dir, GOFLAGS: '', GOOS: '', GOARCH: '', CGO_ENABLED: '0' },
    timeoutMilliseconds: longestBuildMilliseconds,
  }).finally(() => clearInterval(ticker));
  if (exitCode !== 0) {
    throw failed(`\`go install github.com/temporalio/cli/cmd/temporal@v${builtCliVersion}\` failed`);
  }
  progress(`The Temporal server is built: ${elapsed()}.`);
  return join(dir, process.platform === 'win32' ? 'temporal.exe' : 'temporal');
}

const failed = (message: string) => transientError('build_failed', message);
