/** The rows of a terminal after these bytes: text, line breaks, and the few sequences that readline writes. */
export function screenOf(bytes: string, columns: number): readonly string[] {
  const rows: string[][] = [[]];
  let row = 0;
  let column = 0;
  const put = (char: string) => {
    if (column === columns) {
      row += 1;
      column = 0;
    }
    const line = (rows[row] ??= []);
    while (line.length < column) line.push(' ');
    line[column] = char;
    column += 1;
  };
  // oxlint-disable-next-line no-control-regex
  for (const [whole, count = '', kind = ''] of bytes.matchAll(/\u001b\[(\d*)([A-Za-z])|[\s\S]/gu)) {
    if (whole === '\n') [row, column] = [row + 1, 0];
    else if (whole === '\r') column = 0;
    else if (kind === 'A') row = Math.max(0, row - Number(count || 1));
    else if (kind === 'G') column = Number(count || 1) - 1;
    else if (kind === 'C') column += Number(count || 1);
    else if (kind === 'D') column = Math.max(0, column - Number(count || 1));
    else if (kind === 'K') rows[row]?.splice(column);
    else if (kind === 'J') {
      rows[row]?.splice(column);
      rows.splice(row + 1);
    } else if (kind === '') put(whole);
    while (rows.length <= row) rows.push([]);
  }
  return rows.map((line) => line.join('').trimEnd());
}
