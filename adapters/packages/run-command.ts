import { spawn } from 'node:child_process';

interface CommandResult {
  /** Null if the program could not be started or was ended by a signal. */
  readonly exitCode: number | null;
  /** The last `keptChars` of standard output and error, in order of arrival. */
  readonly output: string;
}

/** How long children of an ended program may hold its output open. */
const lingerMilliseconds = 500;

/** Runs a program without a shell. Never throws: the result shows failures. */
export async function runCommand(command: {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The program is killed after this time. */
  readonly timeoutMilliseconds: number;
  readonly keptChars?: number;
}): Promise<CommandResult> {
  const { program, args, env, timeoutMilliseconds, keptChars = 8_000 } = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
      timeout: timeoutMilliseconds,
      killSignal: 'SIGKILL',
    });
    let output = '';
    const collect = (chunk: string) => {
      output = (output + chunk).slice(-keptChars);
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    const done = (exitCode: number | null) => {
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ exitCode, output });
    };
    child.once('error', () => done(null));
    child.once('close', done);
    child.once('exit', (exitCode) => setTimeout(() => done(exitCode), lingerMilliseconds).unref());
  });
}
