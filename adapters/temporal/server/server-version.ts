import { runCommand } from '../../packages/run-command.ts';

/** The command line tool that Steward installs. It contains UI 2.54.1 and the server below. */
export const temporalCliVersion = '1.9.1';
/** The same as in docker-compose.yml. */
export const temporalServerVersion = '1.32.0';

/** Older servers do not mark runs that a version of the workflows cannot continue. */
const oldestServer = { major: 1, minor: 30 } as const;

export type BinaryVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Asks a `temporal` binary for its version. `reason` completes "it is not used, because it …". */
export async function inspectTemporalBinary(path: string, env: NodeJS.ProcessEnv): Promise<BinaryVerdict> {
  const { exitCode, output } = await runCommand({
    program: path,
    args: ['--version'],
    env,
    timeoutMilliseconds: 10_000,
  });
  if (exitCode !== 0) return { ok: false, reason: 'does not run here' };
  const version = /\(Server (\d{1,4})\.(\d{1,4})\.\d/.exec(output);
  if (!version) return { ok: false, reason: 'is not the Temporal command line tool' };
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const { major: atLeast, minor: andMinor } = oldestServer;
  if (major > atLeast || (major === atLeast && minor >= andMinor)) return { ok: true };
  return { ok: false, reason: `holds server ${major}.${minor}, older than ${atLeast}.${andMinor}` };
}
