import { headingsOf } from './headings.ts';

/** A part of a document that is found and loaded by itself. */
export interface DocumentSection {
  /** Its headings, outermost first; the last is its own. */
  readonly headings: readonly string[];
  /** The unchanged text, including its heading. */
  readonly text: string;
}

/** About 400 tokens: long enough to answer a question, and short enough to have one subject. */
const maxSectionChars = 1_600;

/** Splits a document at its headings, and long sections further. Joined with line breaks, the sections equal the document. */
export function sectionsOf(document: string): readonly DocumentSection[] {
  const lines = document.split(/\r\n|\r|\n/u);
  const headings = headingsOf(lines);
  const starts = [{ level: 0, title: '', line: 0 }, ...headings];
  const path: { readonly level: number; readonly title: string }[] = [];
  return starts.flatMap((start, at) => {
    if (start.level > 0) {
      while ((path.at(-1)?.level ?? 0) >= start.level) path.pop();
      path.push(start);
    }
    const ownLines = lines.slice(start.line, starts[at + 1]?.line ?? lines.length);
    const titles = path.map(({ title }) => title);
    return pieces(ownLines).map((text) => ({ headings: titles, text }));
  });
}

/** Cuts at blank lines if possible, and inside a line only if that line is too long. */
function pieces(lines: readonly string[]): readonly string[] {
  const texts: string[] = [];
  let piece: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (piece.some((line) => line.trim() !== '')) texts.push(piece.join('\n'));
    [piece, size] = [[], 0];
  };
  for (const line of lines.flatMap(cutLine)) {
    const isFull = size + line.length > maxSectionChars;
    if (isFull || (line.trim() === '' && size > maxSectionChars * 0.75)) flush();
    piece.push(line);
    size += line.length + 1;
  }
  flush();
  return texts;
}

const cutLine = (line: string): readonly string[] =>
  line.length <= maxSectionChars ? [line] : (line.match(/[^]{1,1600}/gu) ?? []);
