import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PortError, transientError } from '../../domain/ports/errors.ts';

/** The longest wait for the first bytes, and between later ones. */
const patienceMilliseconds = 10_000;

/**
 * Yields the bytes at an address. Throws a `PortError` for an unsuccessful status, for more than `most` bytes, and when no
 * bytes arrive for `patience` milliseconds.
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
  /** May throw to refuse an answer before its body is read. */
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
    throw stall.signal.aborted
      ? downloadFailed(`nothing came from ${url.host} for ${patience / 1000} s`)
      : unreachable(url, error);
  } finally {
    clearTimeout(timer);
    stall.abort();
  }
}

/** Downloads into a file. Returns its SHA-256, hexadecimal. */
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
    throw error instanceof PortError ? error : unreachable(request.url, error);
  }
  return hash.digest('hex');
}

/** Unpacks some files of an archive into `dir`, with their folders. */
export async function unpack({
  archive,
  members,
  dir,
  name,
}: {
  readonly archive: string;
  readonly members: readonly string[];
  readonly dir: string;
  /** The archive's name in error messages. */
  readonly name: string;
}): Promise<void> {
  const { extract } = await import('tar');
  await extract({ file: archive, cwd: dir, strict: true }, [...members]).catch((error: unknown) => {
    throw downloadFailed(`${name} cannot be unpacked`, error);
  });
}

/** The error for a file whose bytes are not the expected ones. */
export const otherBytes = (fileName: string, { host }: URL): PortError =>
  downloadFailed(`${fileName} from ${host} is not the file that Steward was made for (its SHA-256 differs)`);

const unreachable = ({ host }: URL, cause: unknown): PortError =>
  downloadFailed(`${host} cannot be reached`, cause);

/** The message completes "cannot be downloaded: …". */
export const downloadFailed = (message: string, cause?: unknown): PortError =>
  transientError('download_failed', message, cause);
