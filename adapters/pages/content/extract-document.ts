import { documentLeftOut } from '../../../domain/ports/errors.ts';
import { readMarkdown } from '../../../domain/documents/markup/read-markdown.ts';
import { restructuredText } from '../../../domain/documents/markup/restructured-text.ts';
import { finalError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { ExtractedText } from './extract-html.ts';
import { identify, needsScripts, type DocumentBytes } from './identify.ts';

const openApiName = /(?:openapi|swagger)\.(?:json|ya?ml)$/iu;

/** Whether a text describes an API: OpenAPI 3, or Swagger 2. JSON and YAML may say so anywhere. */
const isOpenApi = (text: string, name: string): boolean =>
  /^(?:\s|#[^\n]*\n|---\n)*(?:\{[^]{0,2000}?)?["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\.\d/u.test(
    text,
  ) ||
  (/\.(?:json|ya?ml)$/iu.test(name) &&
    /(?:^|[{,])\s{0,20}["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\.\d/mu.test(text));

const manualName = /\.(?:[1-8][a-z]{0,3}|man)$/iu;

/** A schema that each operation of an API refers to is repeated at each. Answers read whole texts in the process that talks to people. */
const maxTextChars = 5_000_000;

/** Extracts a document's text. Runs in an extraction thread, which loads each library when it needs it first. */
export async function extractDocument({
  bytes,
  baseUrl,
  ...hints
}: DocumentBytes): Promise<ExtractedDocument> {
  const { kind, text } = identify({ bytes, ...hints });
  const extracted = await read();
  if (extracted.text.trim() === '') {
    const hint = baseUrl === null ? '' : ` ${needsScripts}`;
    throw finalError('document_empty', `There is no text in it.${hint}`);
  }
  const { length } = extracted.text;
  if (length > maxTextChars)
    throw finalError(
      'document_too_large',
      `Its text has ${length} characters; more than ${maxTextChars} are not read. Divide it into several documents.`,
    );
  return { kind, ...extracted };

  /** Text in the format that its name says. */
  async function readText(written: string): Promise<ExtractedText> {
    const name = hints.name ?? '';
    if (/\.a(?:scii)?doc$/iu.test(name))
      return (await import('./formats/extract-asciidoc.ts')).extractAsciidoc(written, baseUrl);
    if (/\.ipynb$/iu.test(name))
      return (await import('./formats/extract-notebook.ts')).extractNotebook(written);
    if (openApiName.test(name) || (!/\.txt$/iu.test(name) && isOpenApi(written, name)))
      return (await import('./formats/extract-openapi.ts')).extractOpenApi(written);
    if (manualName.test(name)) return (await import('./formats/extract-manual.ts')).extractManual(written);
    if (/\.rst(?:\.txt)?$/iu.test(name)) return markdown(restructuredText(written));
    return { title: null, text: written };
  }

  async function read(): Promise<ExtractedText> {
    switch (kind) {
      case 'html':
        return (await import('./extract-html.ts')).extractHtml(text ?? '', baseUrl);
      case 'pdf':
        return (await import('./formats/extract-pdf.ts')).extractPdf(bytes);
      case 'docx':
        return (await import('./formats/extract-docx.ts')).extractDocx(bytes);
      case 'markdown':
        return markdown(unix(text ?? ''));
      case 'text':
        return readText(unix(text ?? ''));
      case 'xml':
      case 'image':
        throw finalError('document_wrong_kind', `It cannot be read as a document: it is ${kinds[kind]}.`);
    }
  }
}

function markdown(written: string): ExtractedText {
  const { title, text, leftOut } = readMarkdown(written);
  if (leftOut !== null) throw documentLeftOut(leftOut);
  return { title, text };
}

const unix = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');

const kinds = { xml: 'XML', image: 'a picture' } as const;
