import { execFile } from 'node:child_process';

interface CommandResult {
  /** Null if the program could not be started or was ended by a signal. */
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs a program without a shell. Never throws: the result shows failures. */
export const runCommand = ({
  program,
  args,
  env,
  timeoutMilliseconds: timeout,
}: {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The program is killed after this time. */
  readonly timeoutMilliseconds: number;
}): Promise<CommandResult> =>
  new Promise((resolve) => {
    execFile(program, args, { env, timeout, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      resolve({ exitCode: typeof code === 'number' ? code : null, output: `${stdout}${stderr}` });
    });
  });
