import { finalError } from '../../../domain/ports/errors.ts';
import { inflateRawSync } from 'node:zlib';
import mammoth from 'mammoth';
import { extractHtml, type ExtractedText } from './extract-html.ts';
import { readZipDirectory } from './zip-directory.ts';

/** Of a DOCX, unpacked. Large ones hold pictures, which nobody reads here. */
const maxInflatedBytes = 200_000_000;
const maxEntries = 10_000;

/** The text of a DOCX, as Markdown. Nothing is unpacked before its size is known. */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedText> {
  refuseBomb(bytes);
  const converted = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    )
    .catch((error: unknown) => {
      throw finalError('document_broken', 'The DOCX is damaged or cut.', error);
    });
  return extractHtml(`<body><main>${converted.value}</main></body>`, null);
}

/**
 * Refuses an archive that unpacks to too much: by what its directory says, and, because that may lie, by unpacking every
 * file up to the size it claims.
 */
function refuseBomb(bytes: Uint8Array): void {
  const entries = readZipDirectory(bytes);
  if (!entries) throw finalError('document_broken', 'The DOCX is damaged or cut.');
  const total = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (entries.length > maxEntries || total > maxInflatedBytes) {
    throw finalError('document_too_large', 'The DOCX unpacks to more than is read: it may be a bomb.');
  }
  for (const entry of entries) {
    if (entry.isStored) continue;
    try {
      inflateRawSync(entry.data(), { maxOutputLength: Math.max(1, entry.bytes) });
    } catch (error) {
      throw finalError('document_broken', 'The DOCX is damaged, or larger than it says.', error);
    }
  }
}
