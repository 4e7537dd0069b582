import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PortError } from '../../../domain/ports/errors.ts';
import { download as downloadBytes, downloadFailed } from '../../packages/download.ts';
import { isLoopback } from '../client/connection-settings.ts';
import { runCommand } from '../../packages/run-command.ts';
import { temporalCliVersion } from './server-version.ts';

const officialDownload = 'https://temporal.download/cli/archive';
/** The archive has about 50 MB. */
const largestArchiveBytes = 300_000_000;

/**
 * Downloads the official archive and takes the one file `temporal` out of it, into `dir`. There is no published
 * checksum, so nothing but https counts. Throws `PortError`, its message completing "cannot be downloaded: …".
 */
export async function downloadTemporal(download: {
  readonly dir: string;
  /** A mirror with the paths of the official one. */
  readonly baseUrl?: string | undefined;
  readonly patience?: number;
}): Promise<string> {
  const { dir, baseUrl = officialDownload, patience } = download;
  const archive = join(dir, 'temporal.tar.gz');
  const url = archiveUrl(baseUrl);
  const body = downloadBytes({ url, most: largestArchiveBytes, patience, check: requireSecure, words });
  try {
    await pipeline(body, createWriteStream(archive));
  } catch (error) {
    throw error instanceof PortError ? error : downloadFailed(words.unreachable);
  }
  const { exitCode } = await runCommand({
    program: 'tar',
    args: ['-xzf', archive, '-C', dir, 'temporal'],
    timeoutMilliseconds: 120_000,
  });
  if (exitCode !== 0) throw downloadFailed('the archive cannot be unpacked');
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

const words = {
  status: (status: number) => `the answer was HTTP ${status}`,
  silent: (seconds: number) => `nothing came for ${seconds} s`,
  unreachable: 'it cannot be reached',
  tooLarge: 'it is far larger than expected',
};
