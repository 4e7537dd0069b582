import { finalError } from '../../../domain/ports/errors.ts';
import type { PageKind } from '../../../domain/ports/pages.ts';
import { decodeText } from './decode-text.ts';

/** The bytes of a document, with its name and content type. */
export interface DocumentBytes {
  readonly bytes: Uint8Array;
  readonly name: string | null;
  readonly contentType: string | null;
  /** The address that relative links start from. */
  readonly baseUrl: string | null;
}

/**
 * Identifies bytes by their content, and decodes them; the text is null for PDF, DOCX and images. The content type and the name only tell one kind of text from another. Throws a final
 * `PortError` for any other kind, and for text that is named as a PDF or DOCX.
 */
export function identify({
  bytes,
  contentType = null,
  name = null,
}: Pick<DocumentBytes, 'bytes'> & Partial<Pick<DocumentBytes, 'name' | 'contentType'>>) {
  const kind = binaryKind(bytes);
  if (kind) return { kind, text: null };
  const text = decodeText(bytes, contentType);
  refuseLong(text.length);
  if (text.includes('\0')) throw notReadable('neither text nor PDF nor DOCX');
  const foundKind = textKind(text, contentType ?? '', name ?? '');
  const [, promised] = /\.(pdf|docx)$/iu.exec(name ?? '') ?? [];
  // A site may show a page about a file under the file's name.
  if (promised !== undefined && foundKind !== 'html') {
    throw finalError('document_broken', `It is no ${promised.toUpperCase()}, although its name says so.`);
  }
  return { kind: foundKind, text };
}

function binaryKind(bytes: Uint8Array): PageKind | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('%PDF-')) return 'pdf';
  if (/^(?:\x89PNG\r\n|\xFF\xD8\xFF|GIF8[79]a|RIFF[^]{4}WEBP)/u.test(head)) return 'image';
  if (head.startsWith('\x1F\x8B')) throw notReadable('a gzip archive');
  if (head.startsWith('\xD0\xCF\x11\xE0')) throw notReadable('in the format of old Office versions');
  if (!head.startsWith('PK\x03\x04')) return null;
  // An archive has the names of its files as they are.
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('word/document.xml'))
    return 'docx';
  throw notReadable('a ZIP archive that is no DOCX');
}

/** White space, comments and a declaration may precede the root element. Each ends at its first end: any other way is exponential. */
const htmlStart = /^(?:\s|<!--(?:(?!-->)[^])*-->|<\?xml[^>]*>)*<(?:!doctype\s+html|html)\b/iu;

/** Markdown may contain HTML, so only a whole page is HTML by its content alone. */
function textKind(text: string, contentType: string, name: string): PageKind {
  const start = text.slice(0, 4096);
  if (htmlStart.test(start)) return 'html';
  const extension = /\.(\w+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  if (/^text\/(?:x-)?markdown\b/iu.test(contentType) || markdownExtensions.has(extension)) return 'markdown';
  if (/^\s*<\?xml\b/u.test(start)) return 'xml';
  if (extension === 'txt') return 'text';
  // A search for a whole tag is quadratic where no tag ends.
  const tag = text.search(/<\/?[a-z]/iu);
  const isTagged = tag !== -1 && text.includes('>', tag);
  if (
    isTagged &&
    (/^(?:text\/html|application\/xhtml\+xml)\b/iu.test(contentType) || /^x?html?$/u.test(extension))
  )
    return 'html';
  if (isTagged && (/^(?:text|application)\/(?:[\w.-]+\+)?xml\b/iu.test(contentType) || extension === 'xml'))
    return 'xml';
  return 'text';
}

const markdownExtensions: ReadonlySet<string> = new Set(['md', 'markdown', 'mdx']);

const notReadable = (what: string) => finalError('document_wrong_kind', `It cannot be read: it is ${what}.`);

const maxChars = 20_000_000;

/** Refuses what decodes to more characters than any document that people read. */
export function refuseLong(chars: number): void {
  if (chars <= maxChars) return;
  throw finalError('document_too_large', 'It has more than 20,000,000 characters of text.');
}

/** The way out for a page whose text only a browser would make. */
export const needsScripts =
  'If scripts write the page, name the repository of the documents (`github:`), their `llms.txt`, or a folder.';

/** A longer page is no login page, even if it was reached by a redirect to a login or has a password field. */
export const maxLoginChars = 1500;
