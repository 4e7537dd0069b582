import { join } from 'node:path';
import { downloadFailed, downloadTo, unpack } from '../../packages/download.ts';
import { isLoopback } from '../client/connection-settings.ts';
import { temporalCliVersion } from './server-version.ts';

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
