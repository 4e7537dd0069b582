import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program in a folder and returns what it printed. Throws with what it said when it fails. */
export async function runIn(cwd: string, program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, timeout: 300_000, encoding: 'utf8' });
    return stdout;
  } catch (error) {
    const errorLine = (error as { readonly stderr?: string }).stderr?.trim().split('\n').at(-1) ?? '';
    const hint = program.startsWith('apt')
      ? ' A list of packages that is old or missing: apt-get update.'
      : '';
    throw new Error(`${program} ${args.join(' ')} failed: ${errorLine}${hint}`, { cause: error });
  }
}
