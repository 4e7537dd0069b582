import { execFile } from 'node:child_process';

/**
 * Runs a program without a shell, and kills it after that time. Never throws: `exitCode` is null if it could not be started or was
 * ended by a signal.
 */
export const runCommand = (
  program: string,
  args: readonly string[],
  timeoutMilliseconds: number,
  env?: NodeJS.ProcessEnv,
): Promise<{ readonly exitCode: number | null; readonly output: string }> =>
  new Promise((resolve) => {
    const limits = { timeout: timeoutMilliseconds, killSignal: 'SIGKILL' } as const;
    execFile(program, args, { env, ...limits }, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      resolve({ exitCode: typeof code === 'number' ? code : null, output: `${stdout}${stderr}` });
    });
  });
