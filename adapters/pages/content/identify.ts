import { finalError } from '../../../domain/ports/errors.ts';
import type { PageKind } from '../../../domain/ports/pages.ts';
import { decodeText } from './decode-text.ts';
import { readZipDirectory } from './zip-directory.ts';

export interface Identified {
  readonly kind: PageKind;
  /** Null for PDF, DOCX and images. */
  readonly text: string | null;
}

/**
 * What bytes are. Their content decides; a type and a name are asked only which kind of text a text is. Throws a final
 * `PortError` for what is neither text nor a kind that Steward knows.
 */
export function identify({
  bytes,
  contentType = null,
  name = null,
}: {
  readonly bytes: Uint8Array;
  readonly contentType?: string | null;
  readonly name?: string | null;
}): Identified {
  const kind = binaryKind(bytes);
  if (kind) return { kind, text: null };
  const text = decodeText(bytes, contentType);
  if (text.includes('\0')) throw notReadable('neither text nor PDF nor DOCX');
  return { kind: textKind(text, contentType ?? '', name ?? ''), text };
}

function binaryKind(bytes: Uint8Array): PageKind | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('%PDF-')) return 'pdf';
  if (/^(?:\x89PNG\r\n|\xFF\xD8\xFF|GIF8[79]a|RIFF[^]{4}WEBP)/u.test(head)) return 'image';
  if (head.startsWith('\x1F\x8B')) throw notReadable('a gzip archive');
  if (head.startsWith('\xD0\xCF\x11\xE0')) throw notReadable('in the format of old Office versions');
  if (!head.startsWith('PK\x03\x04')) return null;
  const entries = readZipDirectory(bytes);
  if (!entries) throw finalError('document_broken', 'It is a damaged or cut ZIP archive or DOCX.');
  if (entries.some((entry) => entry.name === 'word/document.xml')) return 'docx';
  throw notReadable('a ZIP archive that is no DOCX');
}

/** Before the root element there may be white space, comments and a declaration. */
const htmlStart = /^(?:\s|<!--[^]*?-->|<\?xml[^>]*\?>)*<(?:!doctype\s+html|html)\b/iu;

/** Markdown may hold HTML, so that only a whole page counts as HTML by itself. */
function textKind(text: string, contentType: string, name: string): PageKind {
  const start = text.slice(0, 4096);
  if (htmlStart.test(start)) return 'html';
  const extension = /\.(\w+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  if (/^text\/(?:x-)?markdown\b/iu.test(contentType) || markdownExtensions.has(extension)) return 'markdown';
  if (/^\s*<\?xml\b/u.test(start)) return 'xml';
  if (extension === 'txt') return 'text';
  const isTagged = /<\/?[a-z][^>]*>/iu.test(text);
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
