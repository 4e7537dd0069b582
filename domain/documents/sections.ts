import { headingPaths, headingsOf, type Heading } from './headings.ts';

/** A part of a document that is found and loaded by itself. */
export interface DocumentSection {
  /** Its headings, outermost first; the last is its own. */
  readonly headings: readonly string[];
  /** The unchanged text, including its heading. */
  readonly text: string;
  /** The head of the table whose rows it begins with, which stands in a section before; '' for any other. */
  readonly tableHead: string;
}

/** The text as it is understood by itself. */
export const aloneText = ({ tableHead, text }: DocumentSection): string =>
  tableHead === '' ? text : `${tableHead}\n${text}`;

/** About 400 tokens: long enough to answer a question, and short enough to have one subject. */
const maxSectionChars = 1_600;

/** Each section costs a vector and a row. The longest manual that was looked at (ffmpeg's, on one page) has some 2,500 headings. */
const mostHeadings = 5_000;

/** The headings that begin sections: all, or of too many only those of the outer levels. */
function dividing(headings: readonly Heading[]): readonly Heading[] {
  let outer = headings;
  for (let level = 6; outer.length > mostHeadings && level >= 0; level -= 1)
    outer = outer.filter((heading) => heading.level <= level);
  return outer;
}

/**
 * Splits a document at its headings, and long sections further. Joined with line breaks, the sections equal the document, but for
 * those within a line that was too long.
 */
export function sectionsOf(document: string, maxChars = maxSectionChars): readonly DocumentSection[] {
  const lines = document.split(/\r\n|\r|\n/u);
  const headings = dividing(headingsOf(lines));
  const starts = [{ line: 0, titles: [] as readonly string[] }].concat(
    headingPaths(headings).map((titles, at) => ({ line: headings[at]?.line ?? 0, titles })),
  );
  return starts.flatMap(({ line, titles }, at) => {
    const ownLines = lines.slice(line, starts[at + 1]?.line ?? lines.length);
    return pieces(ownLines, maxChars).map((piece) => ({ headings: titles, ...piece }));
  });
}

/** Cuts at blank lines if possible, and inside a line only if that line is too long. */
function pieces(lines: readonly string[], maxChars: number): readonly Omit<DocumentSection, 'headings'>[] {
  const texts: Omit<DocumentSection, 'headings'>[] = [];
  let piece: string[] = [];
  let size = 0;
  let [tableHead, table] = ['', ''];
  const flush = (): void => {
    if (piece.some((line) => line.trim() !== '')) texts.push({ text: piece.join('\n'), tableHead });
    [piece, size, tableHead] = [[], 0, table];
  };
  for (const line of lines.flatMap(cutLine)) {
    const isFull = size + line.length > maxChars;
    if (isFull || (line.trim() === '' && size > maxChars * 0.75)) flush();
    if (!/^\s*\|/u.test(line)) [table, tableHead] = ['', piece.length === 0 ? '' : tableHead];
    else if (separator.test(line)) table = `${piece.at(-1) ?? ''}\n${line}`;
    piece.push(line);
    size += line.length + 1;
  }
  flush();
  return texts;
}

/** The line below the head of a table. */
const separator = /^\s*\|(?=[^\n]*-)[\s:|-]{3,}$/u;

/** What a line that is too long is cut into: behind a sentence, else at white space, and only a run without any between characters. */
const cuts =
  /[^]{1,1600}$|[^]{500,1595}(?:[.!?]["')\]]{0,3}\s|[。！？])|[^]{0,1599}\s|[^]{1,1600}(?![\p{M}\p{EMod}\u200D])(?<!\u200D)|[^]{1,1600}/gu;

const cutLine = (line: string): readonly string[] =>
  line.length <= maxSectionChars ? [line] : (line.match(cuts) ?? []);
