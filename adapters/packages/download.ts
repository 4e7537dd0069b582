import { PortError, transientError } from '../../domain/ports/errors.ts';

/** Until the first bytes, and between any two after that. */
const patienceMilliseconds = 10_000;

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
  words,
}: {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly most: number;
  readonly patience?: number | undefined;
  /** Throws for an answer whose body nobody wants. */
  readonly check?: (response: Response) => void;
  readonly words: DownloadWords;
}): AsyncGenerator<Uint8Array, void> {
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(), patience);
  try {
    const response = await fetch(url, { signal: stall.signal, headers });
    check(response);
    if (!response.ok || !response.body) throw downloadFailed(words.status(response.status));
    let bytes = 0;
    for await (const chunk of response.body) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > most) throw downloadFailed(words.tooLarge);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof PortError) throw error;
    throw downloadFailed(stall.signal.aborted ? words.silent(patience / 1000) : words.unreachable);
  } finally {
    clearTimeout(timer);
    stall.abort();
  }
}

/** How a failure is told, each completing "cannot be downloaded: …". */
interface DownloadWords {
  readonly status: (status: number) => string;
  readonly silent: (seconds: number) => string;
  readonly unreachable: string;
  readonly tooLarge: string;
}

/** Words that name the host. */
export const wordsAbout = ({ host }: URL): DownloadWords => ({
  status: (status) => `${host} answered HTTP ${status}`,
  silent: (seconds) => `nothing came from ${host} for ${seconds} s`,
  unreachable: `${host} cannot be reached`,
  tooLarge: `what ${host} sent is larger than expected`,
});

/** Bytes that are others than those which stand in the source. */
export const otherBytes = (fileName: string, { host }: URL): PortError =>
  downloadFailed(`${fileName} from ${host} is not the file that Steward was made for (its SHA-256 differs)`);

export const downloadFailed = (message: string): PortError => transientError('download_failed', message);
