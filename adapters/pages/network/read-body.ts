import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { pageFailure, sizeInWords } from './page-failure.ts';
import { discard, type PageResponse } from './send-request.ts';

/** Reads and decompresses a body. Stops at more than `maxBytes`, compressed or not, so a zip bomb is never inflated. */
export async function readBody(
  { body, header }: { readonly body: Readable; readonly header: PageResponse['header'] },
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const inflate = decompressor(header('content-encoding'), body);
  if (Number(header('content-length')) > maxBytes) {
    discard(body);
    throw tooLarge(maxBytes);
  }
  const chunks: Uint8Array[] = [];
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of bounded(source, maxBytes)) chunks.push(chunk);
  };
  if (!inflate) await pipeline(body, collect, { signal });
  else {
    await pipeline(body, (source: AsyncIterable<Uint8Array>) => bounded(source, maxBytes), inflate, collect, {
      signal,
    });
  }
  return Buffer.concat(chunks);
}

async function* bounded(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.byteLength;
    if (total > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function decompressor(encoding: string | null, body: Readable): Transform | null {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'deflate') return createInflate();
  if (name === 'br') return createBrotliDecompress();
  discard(body);
  throw pageFailure('page_encoding', 'The page is compressed in a way that Steward did not ask for.');
}

const tooLarge = (maxBytes: number) =>
  pageFailure('page_too_large', `The page is larger than the limit, ${sizeInWords(maxBytes)}.`);
