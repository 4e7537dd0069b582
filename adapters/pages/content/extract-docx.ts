import { finalError } from '../../../domain/ports/errors.ts';
import { inflateRawSync } from 'node:zlib';
import mammoth from 'mammoth';
import { extractHtml, type ExtractedText } from './extract-html.ts';
import { refuseLong } from './identify.ts';
import { readZipDirectory } from './zip-directory.ts';

/** Of an unpacked DOCX. Larger ones contain pictures, which are not read. */
const maxInflatedBytes = 200_000_000;
const maxEntries = 10_000;

/** Converts a DOCX to Markdown, after a check of its unpacked size. */
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
  refuseLong(converted.value.length);
  return extractHtml(`<body><main>${converted.value}</main></body>`, null);
}

/** Refuses a zip bomb: adds up the sizes in the directory, and unpacks each file to check that it is no larger. */
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
