import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PortError, transientError } from '../../domain/ports/errors.ts';
import { runCommand } from './run-command.ts';

/** Until the first bytes, and between any two after that. */
const patienceMilliseconds = 10_000;
const unpackMilliseconds = 120_000;

/**
 * The bytes at an address, as they come. Throws a `PortError` for another status than one of success, for more than `most`
 * bytes, and when nothing comes for `patience` milliseconds.
 */
export async function* download({
  url,
  headers = {},
  most,
  patience = patienceMilliseconds,
  check = () => {},
}: {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly most: number;
  readonly patience?: number | undefined;
  /** Throws for an answer whose body nobody wants. */
  readonly check?: (response: Response) => void;
}): AsyncGenerator<Uint8Array, void> {
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(), patience);
  try {
    const response = await fetch(url, { signal: stall.signal, headers });
    check(response);
    if (!response.ok || !response.body) throw downloadFailed(`${url.host} answered HTTP ${response.status}`);
    let bytes = 0;
    for await (const chunk of response.body) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > most) throw downloadFailed(`what ${url.host} sent is larger than expected`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof PortError) throw error;
    const isSilent = stall.signal.aborted;
    throw isSilent
      ? downloadFailed(`nothing came from ${url.host} for ${patience / 1000} s`)
      : unreachable(url);
  } finally {
    clearTimeout(timer);
    stall.abort();
  }
}

/** The same, into a file. Returns its SHA-256, hexadecimal. */
export async function downloadTo(path: string, request: Parameters<typeof download>[0]): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of download(request)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(hashed(), createWriteStream(path));
  } catch (error) {
    throw error instanceof PortError ? error : unreachable(request.url);
  }
  return hash.digest('hex');
}

/** Takes some files out of an archive, into `dir`, with the folders that they have in it. */
export async function unpack({
  archive,
  members,
  dir,
  name,
}: {
  readonly archive: string;
  readonly members: readonly string[];
  readonly dir: string;
  /** As the failure calls the archive. */
  readonly name: string;
}): Promise<void> {
  const args = ['-xzf', archive, '-C', dir, ...members];
  const { exitCode } = await runCommand({ program: 'tar', args, timeoutMilliseconds: unpackMilliseconds });
  if (exitCode !== 0) throw downloadFailed(`${name} cannot be unpacked`);
}

/** Bytes that are others than those which stand in the source. */
export const otherBytes = (fileName: string, { host }: URL): PortError =>
  downloadFailed(`${fileName} from ${host} is not the file that Steward was made for (its SHA-256 differs)`);

const unreachable = ({ host }: URL): PortError => downloadFailed(`${host} cannot be reached`);

/** Its message completes "cannot be downloaded: …". */
export const downloadFailed = (message: string): PortError => transientError('download_failed', message);
