import { createHash } from 'node:crypto';

/** Normalizes a text for comparison: LF line ends, no white space at line ends, no blank lines at either end. */
export function normalizeText(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  return lines.slice(Math.max(first, 0), lines.findLastIndex((line) => line !== '') + 1).join('\n');
}

/** SHA-256 of the normalized text in UTF-8, in hexadecimal. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(normalizeText(text), 'utf8').digest('hex');
