/** The name that was probably meant: at most a third of its letters differ. Null when none comes near. */
export function nearestName(wrong: string, known: readonly string[]): string | null {
  const rated = known.map((name) => ({
    name,
    distance: editDistance(wrong.toLowerCase(), name.toLowerCase()),
  }));
  const best = rated.toSorted((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(1, best.name.length / 3) ? best.name : null;
}

/** How many letters must be added, dropped, changed or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? cell(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, change, swap));
    }
  }
  return cell(a.length, b.length);
}
