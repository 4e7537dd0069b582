import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { dirname, join } from 'node:path/posix';
import { Parser, type ReadEntry } from 'tar';
import { PortError } from '../../../domain/ports/errors.ts';
import { pageFailure, sizeInWords } from '../network/page-failure.ts';
import type { PageResponse } from '../network/send-request.ts';

/** What an archive holds at its paths inside the repository: a file, the path that a link names, or null for a file that is too large. */
export type Archive = ReadonlyMap<string, Uint8Array | string | null>;

export interface ArchiveLimits {
  /** Of the archive as it comes, and of the chosen files together. */
  readonly maxBytes: number;
  readonly maxFileBytes: number;
  /** Files, links and folders. */
  readonly maxEntries: number;
}

/** Text that documents may include or link to. What comes behind is not held. */
const maxBesideBytes = 50_000_000;

/** The chosen files of a packed archive, and text beside them, read as it comes: nothing else of it is held. */
export async function readArchive(
  body: PageResponse['body'],
  {
    isChosen,
    maxBytes,
    maxFileBytes,
    maxEntries,
  }: ArchiveLimits & { readonly isChosen: (path: string) => boolean },
): Promise<Archive> {
  const files = new Map<string, Uint8Array | string | null>();
  let entries = 0;
  let [received, held, beside] = [0, 0, 0];
  const tooLarge = () =>
    pageFailure(
      'page_too_large',
      `The archive of the repository is larger than ${sizeInWords(maxBytes)}, or has more than ${maxEntries} files.`,
    );
  const parser = new Parser({
    strict: true,
    maxDecompressionRatio: 200,
    onReadEntry: (entry: ReadEntry) => {
      entries += 1;
      if (entries > maxEntries) return void parser.abort(tooLarge());
      // The first folder is the repository's name and the commit.
      const path = entry.path.split('/').slice(1).join('/');
      const chosen = isChosen(path);
      if (entry.type === 'SymbolicLink') files.set(path, entry.linkpath ?? '');
      else if (entry.type === 'File' && chosen && entry.size > maxFileBytes) files.set(path, null);
      const isHeld = chosen
        ? entry.size <= maxFileBytes
        : entry.size > 0 && entry.size <= maxBesideBytes - beside;
      if (entry.type !== 'File' || !isHeld) return void entry.resume();
      if (chosen) held += entry.size;
      else beside += entry.size;
      if (held > maxBytes) return void parser.abort(tooLarge());
      const chunks: Uint8Array[] = [];
      entry.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      entry.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (chosen || !bytes.includes(0)) files.set(path, bytes);
        else beside -= entry.size;
      });
    },
  });
  const ended = endOf(parser);
  ended.catch(() => {});
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    received += chunk.byteLength;
    if (received > maxBytes) throw tooLarge();
    if (!parser.write(Buffer.from(chunk))) await Promise.race([once(parser, 'drain'), ended]);
  }
  parser.end();
  await ended;
  return files;
}

function endOf(parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.on('end', resolve);
    parser.on('error', (error: unknown) =>
      reject(
        error instanceof PortError
          ? error
          : pageFailure('page_encoding', 'The archive of the repository is damaged, or grows too much.', {
              cause: error,
            }),
      ),
    );
  });
}

const mostLinks = 5;

/** Where a path leads to in an archive, by links within it; null if to no file that is held. */
export function fileAt(
  archive: Archive,
  path: string,
  links = mostLinks,
): { readonly path: string; readonly bytes: Uint8Array } | null {
  const entry = archive.get(path);
  if (typeof entry !== 'string') return entry ? { path, bytes: entry } : null;
  const target = join(dirname(path), entry);
  return links === 0 || entry.startsWith('/') ? null : fileAt(archive, target, links - 1);
}

/** The text of a file, or of what a link leads to; null if there is none. */
export function textAt(archive: Archive, path: string): string | null {
  const bytes = fileAt(archive, path)?.bytes;
  return bytes && isUtf8(bytes) ? Buffer.from(bytes).toString() : null;
}
