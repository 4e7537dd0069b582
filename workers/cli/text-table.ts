/** Formats rows as columns with two spaces between them; columns from index `right` on are aligned to the right. */
export function textTable(rows: readonly (readonly string[])[], right = Number.POSITIVE_INFINITY): string {
  const widthOf = (at: number) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at >= right ? cell.padStart(widthOf(at)) : cell.padEnd(widthOf(at))))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
