/** A line of a page, or a block of code, which is Markdown already. */
export interface PdfLine {
  readonly text: string;
  /** The height of its letters. */
  readonly size: number;
  /** From the bottom of the page. */
  readonly y: number;
  readonly font: string;
  readonly isCode: boolean;
}

interface Run {
  readonly text: string;
  readonly x: number;
  readonly end: number;
}

interface DrawnLine extends Omit<PdfLine, 'text'> {
  /** Its parts, with wide gaps between them. */
  readonly runs: readonly Run[];
}

/** The part of a page's content, as pdf.js gives it, that is used here. */
interface TextContent {
  readonly items: readonly (TextItem | object)[];
  readonly styles: Readonly<Record<string, { readonly fontFamily: string }>>;
}

interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
  readonly hasEOL: boolean;
}

/** A wider gap, in heights of letters, divides columns or cells. */
const gapRatio = 1.1;

/** The lines of a page in the order in which they are read: columns that are drawn row by row one after the other. */
export function pdfLines({ items, styles }: TextContent): readonly PdfLine[] {
  const lines: DrawnLine[] = [];
  let part: TextItem[] = [];
  const flush = () => {
    const line = lineOf(part, styles);
    if (line) lines.push(line);
    part = [];
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const last = part.findLast(({ str }) => str.trim() !== '');
    const isBelow =
      last &&
      item.str.trim() !== '' &&
      Math.abs(yOf(last) - yOf(item)) > Math.max(last.height, item.height) * 0.7;
    if (isBelow) flush();
    part.push(item);
    if (item.hasEOL) flush();
  }
  flush();
  return withCode(inColumns(lines)).map(({ runs, ...line }) => ({
    ...line,
    text: line.isCode ? (runs[0]?.text ?? '') : runs.map((run) => run.text.trim()).join('  '),
  }));
}

const yOf = ({ transform }: TextItem): number => transform[5] ?? 0;

function lineOf(items: readonly TextItem[], styles: TextContent['styles']): DrawnLine | null {
  const written = items.filter(({ str }) => str.trim() !== '');
  const [first] = written;
  if (!first) return null;
  const size = Math.max(...written.map(({ height }) => height));
  const runs: Run[] = [];
  for (const { str, transform, width } of items) {
    const x = transform[4] ?? 0;
    const end = x + width;
    const last = runs.at(-1);
    if (str.trim() === '' || !last) {
      if (str.trim() !== '') runs.push({ text: str, x, end });
      else if (last && str !== '' && width <= size * gapRatio)
        runs[runs.length - 1] = { ...last, text: `${last.text} `, end };
    } else if (x - last.end > size * gapRatio) runs.push({ text: str, x, end });
    else
      runs[runs.length - 1] = {
        ...last,
        text: last.text + (x - last.end > size * 0.2 && !/\s$/u.test(last.text) ? ' ' : '') + str,
        end,
      };
  }
  const isCode = written.every(({ fontName }) => styles[fontName]?.fontFamily === 'monospace');
  return {
    runs,
    size,
    y: yOf(first),
    isCode,
    font: written.toSorted((a, b) => b.str.length - a.str.length)[0]?.fontName ?? '',
  };
}

/** Fewer lines side by side are a table or an accident. */
const leastLines = 3;

/** Reads two columns that stand side by side, with sentences in both, one after the other. */
function inColumns(lines: readonly DrawnLine[]): readonly DrawnLine[] {
  const read: DrawnLine[] = [];
  for (let at = 0; at < lines.length;) {
    const [, second, third] = lines[at]?.runs ?? [];
    const gutter = third ? -1 : (second?.x ?? -1);
    let end = at;
    while (isBeside(lines[end], gutter, lines[end - 1])) end += 1;
    const block = lines.slice(at, end);
    const sides = block
      .map(({ runs }) => (runs.length === 2 ? runs : []))
      .filter((runs) => runs.length === 2);
    const words = sides.flat().reduce((sum, { text }) => sum + text.trim().split(/\s+/u).length, 0);
    if (sides.length < leastLines || words < sides.length * 5) {
      const [line] = lines.slice(at, at + 1);
      if (line) read.push(line);
      at += 1;
      continue;
    }
    const side = (isRight: boolean) =>
      block.flatMap((line) => {
        const runs = line.runs.filter(({ x }) => x >= gutter - line.size === isRight);
        return runs.length === 0 ? [] : [{ ...line, runs }];
      });
    read.push(...side(false), ...side(true));
    at = end;
  }
  return read;
}

/** Whether a line has a part at the gutter, or stands on one side of it, below the line before. */
function isBeside(line: DrawnLine | undefined, gutter: number, before: DrawnLine | undefined): boolean {
  if (!line || gutter < 0 || line.isCode || line.runs.length > 2) return false;
  const [first, second] = line.runs;
  if (second) return Math.abs(second.x - gutter) <= line.size;
  const isNear = before !== undefined && before.y - line.y > 0 && before.y - line.y < line.size * 3;
  return isNear && first !== undefined && (first.end < gutter || Math.abs(first.x - gutter) <= line.size);
}

/** Makes one block of the lines of code that follow one another, indented as they are drawn. */
function withCode(lines: readonly DrawnLine[]): readonly DrawnLine[] {
  const read: DrawnLine[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (lines[end]?.isCode) end += 1;
    const block = lines.slice(at, end);
    const [first] = block;
    if (!first) {
      const [line] = lines.slice(at, at + 1);
      if (line) read.push(line);
      at += 1;
      continue;
    }
    const runs = block.flatMap((line) => line.runs);
    const left = Math.min(...runs.map(({ x }) => x));
    const width =
      runs.reduce((sum, { x, end: right }) => sum + right - x, 0) /
      runs.reduce((sum, { text }) => sum + text.length, 0);
    const code = block.map((line, n) => {
      const above = block[n - 1];
      const isApart = above && above.y - line.y > line.size * 1.9 && above.y - line.y < line.size * 4;
      return `${isApart ? '\n' : ''}${line.runs.reduce((text, run) => text.padEnd(Math.round((run.x - left) / width)) + run.text, '').trimEnd()}`;
    });
    read.push({ ...first, runs: [{ text: `\n\`\`\`\n${code.join('\n')}\n\`\`\`\n`, x: left, end: left }] });
    at = end;
  }
  return read;
}
