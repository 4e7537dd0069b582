import { finalError } from '../../../../domain/ports/errors.ts';
import JSZip from 'jszip';
import mammoth from 'mammoth';
import { extractHtml, type ExtractedText } from '../extract-html.ts';
import { noTitle } from '../no-title.ts';
import { refuseLong } from '../identify.ts';

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

/** Converts a DOCX to Markdown. One that unpacks to too much ends the process that reads it. */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedText> {
  const buffer = Buffer.from(bytes);
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  const [html, declared] = await Promise.all([
    mammoth.convertToHtml({ buffer }, { styleMap, convertImage, externalFileAccess: false }),
    declaredTitle(buffer),
  ]).catch((error: unknown) => {
    throw finalError('document_broken', 'The DOCX is damaged or cut.', error);
  });
  refuseLong(html.value.length);
  const [, written] = /<h1 class="title">(.{1,2000}?)<\/h1>/su.exec(html.value) ?? [];
  const title = written?.replaceAll(/<[^>]*>/gu, '') ?? declared;
  return extractHtml(`<head><title>${title}</title></head><body><main>${html.value}</main></body>`, null);
}

/** The title among the properties of the file, as XML. */
async function declaredTitle(docx: Buffer): Promise<string> {
  const xml = await (await JSZip.loadAsync(docx)).file('docProps/core.xml')?.async('string');
  const title = /<dc:title>([^<]{1,500})</u.exec(xml ?? '')?.[1]?.trim() ?? '';
  return noTitle.test(title) ? '' : title;
}
