import { finalError } from '../../../domain/ports/errors.ts';

/** The HTML standard looks for a declaration in this many bytes. */
const declarationBytes = 1024;

/**
 * Decodes text: by its byte order mark, else as UTF-8 if its non-ASCII bytes are valid in it, else as the
 * server declares, else as it declares itself. UTF-8 comes before the declarations because wrong declarations are more frequent than other encodings that look like UTF-8. Undeclared
 * HTML is windows-1252, as in browsers. Throws a final `PortError` if no encoding fits.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const marked = markedEncoding(bytes);
  if (marked) return decode(bytes, marked) ?? refuse(marked);
  const sent = labelOf(/charset\s*=\s*["']?([\w:.-]+)/iu, contentType ?? '');
  const declared = [sent, declaredInside(bytes)].filter((label) => label !== null);
  const [first] = declared;
  const isOther = bytes.some((byte) => byte > 0x7f) || first === undefined;
  for (const encoding of isOther ? ['utf-8', ...declared] : declared) {
    const text = decode(bytes, encoding);
    if (text !== null) return text;
  }
  if (first !== undefined) refuse(first);
  const isMarkup = /<(?:html|head|body|!doctype)\b/iu.test(headOf(bytes));
  const text = isMarkup ? decode(bytes, 'windows-1252') : null;
  if (text !== null) return text;
  throw finalError('document_wrong_charset', 'It is not text in UTF-8, and names no other encoding.');
}

function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function declaredInside(bytes: Uint8Array): string | null {
  const head = headOf(bytes);
  const label =
    labelOf(/<meta\b[^>]*?charset\s*=\s*["']?([\w:.-]+)/iu, head) ??
    labelOf(/^\s*<\?xml\b[^>]*?encoding\s*=\s*["']([\w:.-]+)/iu, head);
  // The declaration was readable byte by byte, so the text cannot be UTF-16.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

const headOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');

/** The Encoding Standard's name for the label that the pattern finds, or null. */
function labelOf(pattern: RegExp, text: string): string | null {
  const label = pattern.exec(text)?.[1];
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function refuse(encoding: string): never {
  throw finalError(
    'document_wrong_charset',
    `It declares the encoding ${encoding}, which does not fit its text.`,
  );
}
