/** Formats rows as columns with two spaces between them; columns from index `right` on are aligned to the right. */
export function textTable({
  head,
  rows,
  right = Number.POSITIVE_INFINITY,
}: {
  readonly head?: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly right?: number;
}): string {
  const lines = head ? [head, ...rows] : rows;
  const widthOf = (at: number) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at >= right ? cell.padStart(widthOf(at)) : cell.padEnd(widthOf(at))))
      .join('  ')
      .trimEnd();
  return lines.map(line).join('\n');
}
