import { getDocumentProxy } from 'unpdf';
import { finalError } from '../../../../domain/ports/errors.ts';
import { oneLine, type ExtractedText } from '../extract-html.ts';
import { noTitle } from '../no-title.ts';
import { refuseLong } from '../identify.ts';
import { tidyMarkdown } from '../to-markdown.ts';
import { pdfLines, type PdfLine } from './pdf-lines.ts';

const maxPages = 3000;

/** A short line whose letters are larger than those of most text by this factor is a heading. */
const headingRatio = 1.15;
const maxHeadingChars = 120;

/** Converts a PDF to Markdown: columns one after the other, headings, and code with its indentation. */
export async function extractPdf(bytes: Uint8Array): Promise<ExtractedText> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 }).catch(
    (error: unknown) => {
      throw isLocked(error)
        ? finalError('document_locked', 'The PDF is protected by a password.', error)
        : finalError('document_broken', 'The PDF is damaged or cut.', error);
    },
  );
  try {
    if (pdf.numPages > maxPages) {
      throw finalError('document_too_large', `The PDF has more than ${maxPages} pages.`);
    }
    const pages: (readonly PdfLine[])[] = [];
    let chars = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const lines = pdfLines(await page.getTextContent());
      page.cleanup();
      chars += lines.reduce((sum, { text }) => sum + text.length, 0);
      refuseLong(chars);
      pages.push(lines);
    }
    const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
    const declared = (info as { readonly Title?: unknown }).Title;
    const named = typeof declared === 'string' && !noTitle.test(declared.trim()) ? oneLine(declared) : null;
    const { title, text } = asMarkdown(withoutRunningHeads(pages));
    if (text === '') {
      throw finalError('document_empty', 'The PDF has no text: it seems to hold scanned pages.');
    }
    return { title: named ?? title, text };
  } finally {
    await pdf.destroy();
  }
}

/** A line of a table of contents. */
const leaders = /(?:\. ?){5}[.\s]*(?:\d{1,4}|[ivxl]{1,6})$/u;

/** Small lines at the edges of pages that repeat on most of them, but for their numbers. */
function withoutRunningHeads(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  const usualSize = mostFrequent(pages.flat(), ({ size }) => rounded(size));
  const keyOf = ({ text }: PdfLine) => text.replaceAll(/\d+|\b[ivxlc]+\b/gu, '#');
  const edges = pages.map((page) => {
    const byHeight = page.toSorted((a, b) => b.y - a.y);
    return new Set(
      [...edgeOf(byHeight), ...edgeOf(byHeight.toReversed())].filter(({ size }) => size <= usualSize),
    );
  });
  const counts = new Map<string, number>();
  for (const edge of edges)
    for (const key of new Set([...edge].map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = Math.max(3, pages.length * 0.4);
  return pages.map((page, at) =>
    page.filter((line) => {
      const isHead = edges[at]?.has(line) && (counts.get(keyOf(line)) ?? 0) >= least;
      return !isHead && !leaders.test(line.text);
    }),
  );
}

/** The outermost line, and what stands close to it. */
const edgeOf = ([first, second, third]: readonly PdfLine[]): readonly PdfLine[] => {
  if (!first) return [];
  const isClose = (line: PdfLine | undefined) => line && Math.abs(line.y - first.y) < first.size * 2;
  return [first, ...[second, third].filter((line) => line !== undefined && isClose(line))] as PdfLine[];
};

function asMarkdown(pages: readonly (readonly PdfLine[])[]): ExtractedText {
  const all = pages.flat();
  const usualSize = mostFrequent(all, ({ size }) => rounded(size));
  const usualFont = mostFrequent(all, ({ font }) => font);
  const isLarge = ({ size }: PdfLine) => size > usualSize * headingRatio;
  const sizes = [...new Set(all.filter(isLarge).map(({ size }) => rounded(size)))].toSorted((a, b) => b - a);
  const levelOf = (line: PdfLine, next: PdfLine | undefined): number | null => {
    const isShort = line.text.length <= maxHeadingChars && /\p{L}/u.test(line.text);
    if (!isShort || line.isCode) return null;
    if (isLarge(line)) return sizes.indexOf(rounded(line.size)) + 2;
    // Bold letters are another font, and what they name follows in the usual one.
    const isBold = line.font !== usualFont && next !== undefined && next.font === usualFont;
    const isName =
      /^[\p{Lu}\p{N}]/u.test(line.text) && !/[.,;:!?]$|(?:\. ?){4}|^(?:fig|table|note)/iu.test(line.text);
    return isBold && isName && line.text.split(' ').length <= 10 ? sizes.length + 2 : null;
  };
  const joined = pages.map((page) => withWholeHeadings(page, isLarge));
  const [largest] = (joined[0] ?? []).filter(isLarge).toSorted((a, b) => b.size - a.size);
  const isUnique =
    largest && joined.flat().filter(({ size }) => rounded(size) === rounded(largest.size)).length === 1;
  const pageTexts = joined.map((page) => {
    const lines = page.map((line, at) => {
      const level = isUnique && line === largest ? 1 : levelOf(line, page[at + 1]);
      return level === null ? line.text : `\n${'#'.repeat(Math.min(level, 4))} ${line.text}\n`;
    });
    return lines.join('\n');
  });
  return {
    title: largest ? oneLine(largest.text) : null,
    text: withWholeWords(tidyMarkdown(pageTexts.join('\n\n'))),
  };
}

/** Joins the lines of a large heading. */
function withWholeHeadings(
  page: readonly PdfLine[],
  isLarge: (line: PdfLine) => boolean,
): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  for (const line of page) {
    const last = lines.at(-1);
    const goesOn =
      last &&
      isLarge(line) &&
      last.size === line.size &&
      last.y > line.y &&
      last.y - line.y <= line.size * 1.35;
    if (goesOn && last.text.length + line.text.length < maxHeadingChars)
      lines[lines.length - 1] = { ...line, text: `${last.text} ${line.text}` };
    else lines.push(line);
  }
  return lines;
}

/** Joins words that the ends of lines divide. A word that has its hyphen within a line, too, keeps it. */
function withWholeWords(text: string): string {
  const hyphenated = new Set(text.match(/\p{L}+-\p{L}+/gu));
  return text.replaceAll(/(\p{L}{2,})-\n(\p{Ll}+)/gu, (_, first: string, second: string) =>
    hyphenated.has(`${first}-${second}`) ? `${first}-${second}` : `${first}${second}`,
  );
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** What most characters have. */
function mostFrequent<Value extends string | number>(
  lines: readonly PdfLine[],
  of: (line: PdfLine) => Value,
): Value {
  const chars = new Map<Value, number>();
  for (const line of lines) chars.set(of(line), (chars.get(of(line)) ?? 0) + line.text.length);
  return [...chars].reduce((best, next) => (next[1] > best[1] ? next : best), ['' as Value, 0] as const)[0];
}

const isLocked = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException';
