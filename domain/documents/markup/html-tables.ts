import { collapseWhitespace } from '../../values/text.ts';

export interface SpanningCell<Value> {
  readonly value: Value;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Wider tables are damaged. */
const maxColumns = 200;
const maxCells = 200_000;

/**
 * Rows in which every cell stands in its column: one that spans rows is repeated in each, and one that spans columns is followed
 * by empty ones.
 */
export function filledRows<Value>(
  rows: readonly (readonly SpanningCell<Value>[])[],
): readonly (readonly (Value | null)[])[] {
  const filled: (Value | null)[][] = rows.map(() => []);
  let cells = 0;
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const { value, rowSpan, columnSpan } of row) {
      while (filled[at]?.[column] !== undefined) column += 1;
      const width = Math.min(Math.max(1, columnSpan), maxColumns);
      const end = Math.min(at + (rowSpan === 0 ? rows.length : Math.max(1, rowSpan)), rows.length);
      for (let below = at; below < end && cells < maxCells; below += 1) {
        for (let n = 0; n < width; n += 1, cells += 1)
          (filled[below] ??= [])[column + n] = n === 0 ? value : null;
      }
      column += width;
    }
  }
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0);
  return filled.map((row) => Array.from({ length: width }, (_, n) => row[n] ?? null));
}

/** The lines of each cell. */
export type Rows = readonly (readonly SpanningCell<readonly string[]>[])[];

/** A table of Markdown, whose first row is its head. `textOf` gives the text of a cell, which becomes one line. */
export const linesOfTable = (rows: Rows, textOf: (lines: readonly string[]) => string): readonly string[] => {
  const lineOf = (lines: readonly string[]) =>
    collapseWhitespace(textOf(lines).replaceAll(/^[ \t]*[-*+](?=[ \t]+\S)/gmu, '•'))
      .replace(/^\\$/u, '')
      .replaceAll(/(?<!\\)\|/gu, String.raw`\|`);
  const cells = rows.map((row) => row.map((cell) => ({ ...cell, value: lineOf(cell.value) })));
  return ['', ...markdownTable(filledRows(cells)), ''];
};

export const cellsAlone = (cells: readonly (readonly string[])[]) =>
  cells.map((value) => ({ value, rowSpan: 1, columnSpan: 1 }));

/** The tables of HTML in a text of Markdown, as tables of Markdown. Of one with another table inside that becomes one. */
export const withMarkdownTables = (prose: string): string =>
  prose.replaceAll(
    /<table\b(?<inside>[^<]*(?:<(?!\/?table\b)[^<]*)*)<\/table\s*>/giu,
    (_, inside: string) => `\n${tableOf(inside)}\n`,
  );

function tableOf(html: string): string {
  const [, caption = ''] = /<caption[^>]{0,300}>(.{0,500}?)<\/caption>/isu.exec(html) ?? [];
  const rows = html
    .split(/<tr\b[^>]{0,500}>/iu)
    .slice(1)
    .map((row) =>
      row
        .split(/<(?=t[dh]\b)/iu)
        .slice(1)
        .map((cell) => {
          const [tag = ''] = /^t[dh]\b[^>]{0,500}>/iu.exec(cell) ?? [];
          const spanOf = (name: string) =>
            Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,4})`, 'iu').exec(tag)?.[1] ?? 1);
          return {
            value: cellText(cell.slice(tag.length)),
            rowSpan: spanOf('rowspan'),
            columnSpan: spanOf('colspan'),
          };
        }),
    );
  return [...(caption === '' ? [] : [cellText(caption), '']), ...markdownTable(filledRows(rows))].join('\n');
}

/** A table of Markdown has a head, in its first row. */
const markdownTable = (rows: readonly (readonly (string | null)[])[]): readonly string[] => {
  const [head, ...others] = rows.map((row) => `| ${row.map((cell) => cell ?? '').join(' | ')} |`);
  return head === undefined ? [] : [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...others];
};

const cellText = (html: string): string =>
  collapseWhitespace(
    html
      .replaceAll(/<(\/?)(?:code|tt|kbd)\b[^>]{0,300}>/giu, '`')
      .replaceAll(
        /<\/?(?:table|t[dhr]|thead|tbody|tfoot|caption|p|div|span|br|ul|ol|li|b|i|em|strong|a|small|font)\b[^>]{0,500}>/giu,
        ' ',
      )
      .replaceAll(/(?<!\\)\|/gu, '\\|'),
  );
