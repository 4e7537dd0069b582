import { finalError } from '../../../../domain/ports/errors.ts';
import { inflateRawSync } from 'node:zlib';
import mammoth from 'mammoth';
import { extractHtml, type ExtractedText } from '../extract-html.ts';
import { noTitle } from '../no-title.ts';
import { refuseLong } from '../identify.ts';
import { readZipDirectory, type ZipEntry } from '../zip-directory.ts';

/** Of an unpacked DOCX. Larger ones contain pictures, which are not read. */
const maxInflatedBytes = 200_000_000;
const maxEntries = 10_000;

/** What Word, LibreOffice and Pandoc call their styles of titles and code. */
const styleMap = [
  "p[style-name='Title'] => h1.title:fresh",
  ...[
    'Code',
    'Code Block',
    'Source Code',
    'HTML Preformatted',
    'Preformatted Text',
    'Listing',
    'Macro Text',
  ].map((name) => `p[style-name='${name}'] => pre:separator('\n')`),
  ...['HTML Code', 'Verbatim Char', 'Code Char', 'Source Text', 'Inline Code'].map(
    (name) => `r[style-name='${name}'] => code`,
  ),
];

/** Converts a DOCX to Markdown, after a check of its unpacked size. */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedText> {
  const entries = checkedEntries(bytes);
  const converted = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes) },
      {
        styleMap,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        externalFileAccess: false,
      },
    )
    .catch((error: unknown) => {
      throw finalError('document_broken', 'The DOCX is damaged or cut.', error);
    });
  refuseLong(converted.value.length);
  const [, written] = /<h1 class="title">(.{1,2000}?)<\/h1>/su.exec(converted.value) ?? [];
  const title = written?.replaceAll(/<[^>]*>/gu, '') ?? declaredTitle(entries);
  const head = `<head><title>${title}</title></head>`;
  return extractHtml(`${head}<body><main>${converted.value}</main></body>`, null);
}

/** The title among the properties of the file, as XML. */
function declaredTitle(entries: readonly ZipEntry[]): string {
  const core = entries.find(({ name }) => name === 'docProps/core.xml');
  if (!core) return '';
  const xml = Buffer.from(core.isStored ? core.data() : inflateRawSync(core.data())).toString();
  const title = /<dc:title>([^<]{1,500})</u.exec(xml)?.[1]?.trim() ?? '';
  return noTitle.test(title) ? '' : title;
}

/**
 * The files of the archive. Refuses a zip bomb: adds up the sizes in the directory, and unpacks each file to check that it is
 * no larger.
 */
function checkedEntries(bytes: Uint8Array): readonly ZipEntry[] {
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
  return entries;
}
