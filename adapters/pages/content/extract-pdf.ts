import { finalError } from '../../../domain/ports/errors.ts';
import { getDocumentProxy } from 'unpdf';
import { oneLine, type ExtractedText } from './extract-html.ts';
import { refuseLong } from './identify.ts';
import { tidyMarkdown } from './to-markdown.ts';

const maxPages = 3000;

/** A short line whose letters are larger than those of most text by this factor is a heading. */
const headingRatio = 1.15;
const maxHeadingChars = 120;

interface Line {
  readonly text: string;
  readonly height: number;
}

/** Converts a PDF to Markdown, with lines in larger letters as headings. */
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
    const pages: (readonly Line[])[] = [];
    let chars = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const lines = await linesOf(pdf, number);
      chars += lines.reduce((sum, { text }) => sum + text.length, 0);
      refuseLong(chars);
      pages.push(lines);
    }
    const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
    const declared = (info as { readonly Title?: unknown }).Title;
    const title = typeof declared === 'string' ? oneLine(declared) : null;
    const text = asMarkdown(pages);
    if (text === '') {
      throw finalError('document_empty', 'The PDF has no text: it seems to hold scanned pages.');
    }
    return { title, text };
  } finally {
    await pdf.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function linesOf(pdf: Pdf, number: number): Promise<readonly Line[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  const lines: Line[] = [];
  let text = '';
  let height = 0;
  for (const item of items) {
    if (!('str' in item)) continue;
    text += item.str;
    if (item.str.trim() !== '') height = Math.max(height, item.height);
    if (!item.hasEOL) continue;
    lines.push({ text: text.trim(), height });
    text = '';
    height = 0;
  }
  return text.trim() === '' ? lines : [...lines, { text: text.trim(), height }];
}

function asMarkdown(pages: readonly (readonly Line[])[]): string {
  const usual = usualHeight(pages.flat());
  const isHeading = ({ text, height }: Line) =>
    height > usual * headingRatio && text.length <= maxHeadingChars && /\p{L}/u.test(text);
  const lines = pages.map((page) =>
    page.map((line) => (isHeading(line) ? `\n## ${line.text}\n` : line.text)).join('\n'),
  );
  return tidyMarkdown(lines.join('\n\n'));
}

/** The height of most characters. */
function usualHeight(lines: readonly Line[]): number {
  const chars = new Map<number, number>();
  for (const { text, height } of lines) {
    const rounded = Math.round(height * 2) / 2;
    chars.set(rounded, (chars.get(rounded) ?? 0) + text.length);
  }
  return [...chars].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0] as const)[0];
}

const isLocked = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException';
