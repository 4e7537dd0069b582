/** Columns under their heads, two spaces between; from the column `right` on they stand at the right. */
export function textTable({
  head,
  rows,
  right = head.length,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly right?: number;
}): string {
  const lines = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at >= right ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return lines.map(line).join('\n');
}
