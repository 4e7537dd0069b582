import { cellsAlone, type Rows } from '../../../../domain/documents/markup/html-tables.ts';

/** The rows of a table of `tbl`, from the lines between `.TS` and `.TE`. */
export function manualRows([first = '', ...others]: readonly string[]): Rows {
  const isOptions = first.trimEnd().endsWith(';');
  const sign = (isOptions && /tab\s*\((.)\)/u.exec(first)?.[1]) || '\t';
  const lines = isOptions ? others : [first, ...others];
  const rows: (readonly string[])[][] = [];
  let formats: string[][] = [];
  let isFormat = true;
  let row = 0;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    at += 1;
    if (isFormat) {
      formats.push(...line.split(',').map(keysOf));
      isFormat = !line.trimEnd().endsWith('.');
    } else if (line.startsWith('.T&')) [formats, row, isFormat] = [[], 0, true];
    else if (!/^(?:[_=]\s*$|[.'](?:\\|[a-z]{2}\b|\s*$))/u.test(line)) {
      const { cells, end } = cellsAt(lines, at - 1, sign);
      const keys = formats[Math.min(row, formats.length - 1)] ?? [];
      const above = rows.at(-1) ?? [];
      const isRepeated = (text: string, key = '') => text === '\\^' || (key === '^' && text === '');
      rows.push(
        cells.map((cell, n) => (isRepeated(cell.join('').trim(), keys[n]) ? (above[n] ?? []) : cell)),
      );
      [at, row] = [end, row + 1];
    }
  }
  return rows.map(cellsAlone);
}

/** A letter for each column, without fonts and widths. */
const keysOf = (format: string): string[] =>
  format.replaceAll(/\([^()]*\)|f\s*[A-Z\d]/giu, '').match(/[lrcnas^]/giu) ?? [];

/** The cells of the row that begins here. Text between `T{` and `T}` has lines of its own. */
function cellsAt(lines: readonly string[], from: number, sign: string) {
  const cells: (readonly string[])[] = [];
  let [fields, at] = [(lines[from] ?? '').split(sign), from + 1];
  while (fields.at(-1)?.trim() === 'T{') {
    let end = at;
    while (end < lines.length && !lines[end]?.startsWith('T}')) end += 1;
    cells.push(...fields.slice(0, -1).map((field) => [field]), lines.slice(at, end));
    [fields, at] = [(lines[end] ?? '').split(sign).slice(1), end + 1];
  }
  return { cells: [...cells, ...fields.map((field) => [field])], end: at };
}
