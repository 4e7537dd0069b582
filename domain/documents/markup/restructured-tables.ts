import { cellsAlone, type Rows } from './html-tables.ts';

/** The rows of `list-table` and `csv-table`; null for other directives. */
export function directiveRows(
  name: string,
  options: readonly string[],
  content: readonly string[],
): Rows | null {
  if (/^(?:list|flat)-table$/u.test(name)) return itemsOf(content).map((row) => cellsAlone(itemsOf(row)));
  if (name !== 'csv-table') return null;
  const valueOf = (option: string) =>
    options
      .map((line) => line.trim())
      .find((line) => line.startsWith(`:${option}:`))
      ?.slice(option.length + 2)
      .trim();
  const header = valueOf('header') ?? '';
  const delimiter = valueOf('delim') ?? ',';
  return [
    ...(header === '' ? [] : separated(header, ',')),
    ...separated(content.join('\n'), { tab: '\t', space: ' ' }[delimiter] ?? delimiter),
  ];
}

/** The items of a list, without their marks. */
function itemsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const items: string[][] = [];
  let width = 0;
  for (const line of lines) {
    const [mark] = /^[-*+](?:\s+|$)/u.exec(line) ?? [];
    if (mark !== undefined) items.push([]);
    if (mark !== undefined) width = mark.length;
    items.at(-1)?.push(line.slice(0, width).trim() === '' || mark !== undefined ? line.slice(width) : line);
  }
  return items;
}

/** Values between signs, in quotes or not. */
function separated(text: string, delimiter: string): Rows {
  const sign = delimiter.slice(0, 1).replace(/[\]\\^-]/u, String.raw`\$&`);
  const value = new RegExp(
    `(\\n|[${sign}]) *(?:"((?:[^"]|""){0,5000})" *(?=\\n|[${sign}]|$)|([^${sign}\\n]*))`,
    'gu',
  );
  const rows: (readonly string[])[][] = [];
  for (const [, before = '', quoted, bare = ''] of `\n${text}`.matchAll(value)) {
    if (before === '\n') rows.push([]);
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? bare).split('\n'));
  }
  return rows.filter((row) => row.flat().join('').trim() !== '').map(cellsAlone);
}

const isBorder = (line = ''): boolean => /^\s*=+(?:\s+=+)+\s*$/u.test(line);
const isGridLine = (line = ''): boolean => /^\s*[+|]/u.test(line);

/** A drawn table that begins here, and the line behind it. */
export function drawnTable(
  lines: readonly string[],
  at: number,
): { readonly rows: Rows; readonly end: number } | null {
  const isSimple = isBorder(lines[at]);
  if (!isSimple && !/^\s*\+[-=+]{3,}\+\s*$/u.test(lines[at] ?? '')) return null;
  const isLast = (end: number) =>
    isSimple
      ? end > at + 1 && isBorder(lines[end - 1]) && (lines[end] ?? '').trim() === ''
      : !isGridLine(lines[end]);
  let end = at + 1;
  while (end < lines.length && !isLast(end)) end += 1;
  const drawn = lines.slice(at, end).map((line) => line.trimEnd());
  const width = isSimple ? -1 : drawn[0]?.length;
  // Where it is drawn by characters, the right edge is straight without them.
  const wide = drawn.map((line) => (line.length === width ? line : line.replaceAll(wideOnes, '$&\0')));
  return { rows: isSimple ? simpleRows(wide) : gridRows(wide), end };
}

/** Characters of two columns. A second one behind each makes a column an index. */
const wideOnes =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|(?![\u{10000}-\u{10FFFF}])\p{Emoji_Presentation}/gu;

const cut = (line: string, from = 0, to?: number): string => line.slice(from, to).replaceAll('\0', '');

/** A row begins where the first column has a word. A line of dashes says which columns the row above it joins. */
function simpleRows([top = '', ...lines]: readonly string[]): Rows {
  const runsOf = (line: string) =>
    [...line.matchAll(/[=-]+/gu)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }));
  const columns = runsOf(top);
  const ends = new Set(columns.map(({ end }) => end));
  const rows: { lines: string[]; starts: readonly number[] }[] = [];
  let isOpen = false;
  for (const line of lines) {
    const isRule = /^\s*(?:=[\s=]*|-[\s-]*)$/u.test(line) && runsOf(line).every(({ end }) => ends.has(end));
    const last = rows.at(-1);
    if (isRule && last && isOpen) last.starts = runsOf(line).map(({ start }) => start);
    else if (last && isOpen && cut(line, columns[0]?.start, columns[1]?.start).trim() === '')
      last.lines.push(line);
    else if (!isRule && line.trim() !== '')
      rows.push({ lines: [line], starts: columns.map(({ start }) => start) });
    isOpen = !isRule;
  }
  return rows.map(({ lines: rowLines, starts }) =>
    starts.map((start, n) => {
      const next = starts[n + 1];
      const joined = columns.filter((one) => one.start >= start && one.start < (next ?? Infinity));
      return { value: rowLines.map((line) => cut(line, start, next)), rowSpan: 1, columnSpan: joined.length };
    }),
  );
}

/** A cell begins where lines lead to the right and down, and reaches to the next lines that close it. */
function gridRows(lines: readonly string[]): Rows {
  const borders = lines.map((line) => [...line.matchAll(/\+[-=][-=+]*(?=\+)/gu)]);
  const ys = borders.flatMap((marks, y) => (marks.length > 0 ? [y] : []));
  const crossings = borders
    .flat()
    .flatMap(({ index, 0: border }) => [...border.matchAll(/\+|$/gu)].map((sign) => index + sign.index));
  const xs = [...new Set(crossings)].toSorted((a, b) => a - b);
  const isWall = (x = 0, from = 0, to = 0) =>
    lines.slice(from + 1, to).every((line) => line[x] === '|' || line[x] === '+');
  const isEdge = (y = 0, from = 0, to = 0) => /^[-=+]+$/u.test(lines[y]?.slice(from, to + 1) ?? '');
  return ys.slice(0, -1).map((y, row) =>
    xs.slice(0, -1).flatMap((x, column) => {
      if (!isEdge(y, x, xs[column + 1]) || !isWall(x, y, ys[row + 1])) return [];
      let [right, bottom] = [column + 1, row + 1];
      while (right < xs.length - 1 && !isWall(xs[right], y, ys[row + 1])) right += 1;
      while (bottom < ys.length - 1 && !isEdge(ys[bottom], x, xs[right])) bottom += 1;
      const value = lines.slice(y + 1, ys[bottom]).map((line) => cut(line, x + 1, xs[right]));
      return [{ value, rowSpan: bottom - row, columnSpan: right - column }];
    }),
  );
}
