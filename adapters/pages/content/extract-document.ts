import { withoutComments } from '../../../domain/documents/html-comments.ts';
import { plainText } from '../../../domain/documents/plain-text.ts';
import { finalError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { ExtractedText } from './extract-html.ts';
import { identify, type DocumentBytes } from './identify.ts';

/** Extracts a document's text. Runs in an extraction thread, which loads each library when it needs it first. */
export async function extractDocument({
  bytes,
  baseUrl,
  ...hints
}: DocumentBytes): Promise<ExtractedDocument> {
  const { kind, text } = identify({ bytes, ...hints });
  const extracted = await read();
  if (extracted.text.trim() === '') {
    const hint = baseUrl === null ? '' : ' A page may need a browser: `render: true` beside its source.';
    throw finalError('document_empty', `There is no text in it.${hint}`);
  }
  return { kind, ...extracted };

  async function read(): Promise<ExtractedText> {
    switch (kind) {
      case 'html':
        return (await import('./extract-html.ts')).extractHtml(text ?? '', baseUrl);
      case 'pdf':
        return (await import('./extract-pdf.ts')).extractPdf(bytes);
      case 'docx':
        return (await import('./extract-docx.ts')).extractDocx(bytes);
      case 'markdown':
        return { title: null, text: plainText(withoutComments(unix(text ?? ''))) };
      case 'text':
        return { title: null, text: unix(text ?? '') };
      case 'xml':
      case 'image':
        throw finalError('document_wrong_kind', `It cannot be read as a document: it is ${kinds[kind]}.`);
    }
  }
}

const unix = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');

const kinds = { xml: 'XML', image: 'a picture' } as const;
