/** A heading of a document, with its markup taken off. Line numbers count from 0; `end` is the line after it. */
export interface Heading {
  /** 1 is the outermost. */
  readonly level: number;
  readonly title: string;
  readonly line: number;
  readonly end: number;
}

const marked = /^ {0,3}(#{1,6}|={1,6})\s+(.*?)\s*\1?\s*$/u;
const fence = /^\s*(?:>\s*)?(`{3,}|~{3,})/u;
const underline = /^([=\-~^"'*+#.:`_])\1{2,}\s*$/u;
/** A list item or a table's row is no title, whatever stands under it. */
const noTitle = /^\s*(?:[-*+|>]|\d+[.)])\s|^\s*\|/u;

/**
 * The headings of Markdown, AsciiDoc and reStructuredText, in order. What stands in fenced code or in the front matter
 * is none. An underlined title's level is that of its character: `=` and `-` as in Markdown, others in the order in
 * which they come.
 */
export function headingsOf(lines: readonly string[]): readonly Heading[] {
  const found: Heading[] = [];
  const marks = ['=', '-'];
  let open: string | null = null;
  for (let at = afterFrontMatter(lines); at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) open = open === null ? mark : closes(mark, open) ? null : open;
    if (open !== null || mark !== undefined) continue;
    const [, signs = '', text = ''] = marked.exec(line) ?? [];
    if (signs !== '' && text !== '') {
      found.push({ level: signs.length, title: plainHeading(text), line: at, end: at + 1 });
      continue;
    }
    const under = underline.exec(lines[at + 1] ?? '')?.[1];
    const isTitle = line.trim() !== '' && !noTitle.test(line) && (lines[at - 1] ?? '').trim() === '';
    if (under === undefined || !isTitle) continue;
    if (!marks.includes(under)) marks.push(under);
    found.push({ level: marks.indexOf(under) + 1, title: plainHeading(line), line: at, end: at + 2 });
    at += 1;
  }
  return found;
}

/** The number of the first line after a front matter between two `---`; 0 where there is none. */
export function afterFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  return lines.findIndex((line, at) => at > 0 && line.trim() === '---') + 1;
}

/** A heading without the marks of links, code and emphasis. */
export const plainHeading = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\s*(?:\([^)]*\)|\[[^\]]*\])/gu, '$1')
    .replaceAll(/<[^>]+>|[`*]|\\(?=\W)|(?<=\S)¶\s*$/gu, '')
    .trim();

const closes = (mark: string, open: string): boolean => mark[0] === open[0] && mark.length >= open.length;
