import { once } from 'node:events';
import { Parser, type ReadEntry } from 'tar';
import { PortError } from '../../../domain/ports/errors.ts';
import { pageFailure, sizeInWords } from '../network/page-failure.ts';
import type { PageResponse } from '../network/send-request.ts';

interface ArchivedFile {
  /** Inside the repository. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ArchiveLimits {
  /** Of the archive as it comes, and of the chosen files together. */
  readonly maxBytes: number;
  /** Larger files are left out. */
  readonly maxFileBytes: number;
}

/** The chosen files of a packed archive, read as it comes: nothing else of it is held. */
export async function readArchive(
  body: PageResponse['body'],
  { isChosen, maxBytes, maxFileBytes }: ArchiveLimits & { readonly isChosen: (path: string) => boolean },
): Promise<readonly ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  let [received, held] = [0, 0];
  const tooLarge = () =>
    pageFailure('page_too_large', `The archive of the repository is larger than ${sizeInWords(maxBytes)}.`);
  const parser = new Parser({
    strict: true,
    maxDecompressionRatio: 200,
    onReadEntry: (entry: ReadEntry) => {
      // The first folder is the repository's name and the commit.
      const path = entry.path.split('/').slice(1).join('/');
      if (entry.type !== 'File' || entry.size > maxFileBytes || !isChosen(path)) return void entry.resume();
      held += entry.size;
      if (held > maxBytes) return void parser.abort(tooLarge());
      const chunks: Uint8Array[] = [];
      entry.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      entry.on('end', () => files.push({ path, bytes: Buffer.concat(chunks) }));
    },
  });
  const ended = new Promise<void>((resolve, reject) => {
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
