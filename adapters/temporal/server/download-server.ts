import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PortError } from '../../../domain/ports/errors.ts';
import { isLoopback } from '../client/connection-settings.ts';
import { runCommand } from './run-command.ts';
import { temporalCliVersion } from './server-version.ts';

const officialDownload = 'https://temporal.download/cli/archive';
/** Until the first bytes, and between any two after that. */
const patienceMilliseconds = 10_000;
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
  const { dir, baseUrl = officialDownload, patience = patienceMilliseconds } = download;
  const archive = join(dir, 'temporal.tar.gz');
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(), patience);
  try {
    const response = await fetch(archiveUrl(baseUrl), { signal: stall.signal });
    if (!isSecure(new URL(response.url))) throw failed('it was redirected to a connection without https');
    if (!response.ok || !response.body) throw failed(`the answer was HTTP ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), watch(timer), createWriteStream(archive), {
      signal: stall.signal,
    });
  } catch (error) {
    if (error instanceof PortError) throw error;
    throw failed(stall.signal.aborted ? `nothing came for ${patience / 1000} s` : 'it cannot be reached');
  } finally {
    clearTimeout(timer);
    stall.abort();
  }
  const { exitCode } = await runCommand({
    program: 'tar',
    args: ['-xzf', archive, '-C', dir, 'temporal'],
    timeoutMilliseconds: 120_000,
  });
  if (exitCode !== 0) throw failed('the archive cannot be unpacked');
  return join(dir, 'temporal');
}

function archiveUrl(baseUrl: string): URL {
  const platform = { linux: 'linux', darwin: 'darwin' }[process.platform as string];
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  if (!platform || !arch) throw failed(`there is none for ${process.platform} on ${process.arch}`);
  const url = URL.parse(`${baseUrl}/v${temporalCliVersion}?platform=${platform}&arch=${arch}`);
  if (!url || !isSecure(url)) throw failed('STEWARD_TEMPORAL_DOWNLOAD_URL is not an https address');
  return url;
}

const isSecure = (url: URL) =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));

/** Passes bytes on, winds the stall timer up again at each piece, and stops what is far too large. */
function watch(timer: NodeJS.Timeout): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      timer.refresh();
      done(bytes > largestArchiveBytes ? failed('it is far larger than expected') : null, chunk);
    },
  });
}

const failed = (message: string) => new PortError({ kind: 'transient', code: 'download_failed', message });
