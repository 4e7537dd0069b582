import { fence } from '../values/text.ts';

/** A heading without its markup. Lines are counted from 0; `end` is the line after the heading and its underline. */
export interface Heading {
  /** 1 is the outermost level. */
  readonly level: number;
  readonly title: string;
  readonly line: number;
  readonly end: number;
}

const marked = /^ {0,3}(#{1,6})\s+(\S.*)$/u;
const closingFence = /^\s*(?:>\s*)*(`{3,}|~{3,})\s*$/u;
const underline = /^([=\-~^"'*+#.:_])\1{2,}\s*$/u;
/** A list item or a table row is never a title, whatever follows it. */
const noTitle = /^\s*(?:[-*+|>]|\d+[.)])\s|^\s*\|/u;

/** The headings of Markdown and reStructuredText, in order: see `structureOf`. */
export const headingsOf = (lines: readonly string[]): readonly Heading[] => structureOf(lines).headings;

/** For each heading the titles above it, outermost first, and its own. */
export function headingPaths(
  headings: readonly Pick<Heading, 'level' | 'title'>[],
): readonly (readonly string[])[] {
  const path: Pick<Heading, 'level' | 'title'>[] = [];
  return headings.map((heading) => {
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    path.push(heading);
    return path.map(({ title }) => title);
  });
}

/**
 * Finds the headings and the code of a document. Fenced code has no headings. An underlined title may have the same line
 * above it. Its level depends on the character: `=` and `-` as in Markdown, others in the order of their first use. These are as
 * long as the title at least, and longer than what opens code, closes a container or divides paragraphs.
 */
export function structureOf(lines: readonly string[]): {
  readonly headings: readonly Heading[];
  /** Whether each line belongs to a fenced code block, including the fences. */
  readonly isCode: readonly boolean[];
} {
  const headings: Heading[] = [];
  const isCode = lines.map(() => false);
  const marks = ['=', '-'];
  let open: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const before = open;
    open = openFence(line, open);
    isCode[at] = open !== null || before !== null;
    if (isCode[at]) continue;
    const title = markedTitle(line);
    if (title) {
      headings.push({ level: title.level, title: plainHeading(title.text), line: at, end: at + 1 });
      continue;
    }
    const [below = '', under] = underline.exec(lines[at + 1] ?? '') ?? [];
    if (under === undefined || line.trim() === '' || noTitle.test(line)) continue;
    if (!'=-'.includes(under) && below.trimEnd().length < Math.max(4, line.trim().length)) continue;
    const above = lines[at - 1] ?? '';
    const isOverlined = underline.exec(above)?.[1] === under;
    if (above.trim() !== '' && !isOverlined) continue;
    if (!marks.includes(under)) marks.push(under);
    const level = marks.indexOf(under) + 1;
    headings.push({ level, title: plainHeading(line), line: isOverlined ? at - 1 : at, end: at + 2 });
    at += 1;
  }
  return { headings, isCode };
}

/** A title behind `#` signs, of which the closing ones are optional. Null for any other line. */
function markedTitle(line: string): { readonly level: number; readonly text: string } | null {
  const [, signs = '', rest = ''] = marked.exec(line) ?? [];
  const whole = rest.trimEnd();
  const isClosed = whole === signs || whole.endsWith(` ${signs}`);
  const text = isClosed ? whole.slice(0, whole.length - signs.length).trimEnd() : whole;
  return text === '' ? null : { level: signs.length, text };
}

/** A limit, because each section carries the titles above it. */
const maxTitleChars = 300;
/** Signs that link to the heading itself, and its id in some flavours of Markdown. */
const selfLink = /(?:\s*(?:[¶§🔗]|(?<=\s)#|\{[#:.][^{}]{0,200}\}))+\s{0,9}$|^\s{0,9}[¶§🔗]\s{0,9}/gu;

/** Links and tags count among the marks that go. */
const maxMarkedChars = 2_000;

/** A heading without marks of links, code and emphasis, shortened because a line may be a megabyte long. */
export const plainHeading = (text: string): string =>
  text
    .slice(0, maxMarkedChars)
    .replaceAll(/!?\[([^\]]{0,300})\]\s{0,9}(?:\([^)]{0,500}\)|\[[^\]]{0,300}\])/gu, '$1')
    .replaceAll(/`([^`]{1,300})`|<[^>]{1,300}>|[`*]|\\(?=\W)/gu, '$1')
    .replaceAll(selfLink, '')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, maxTitleChars)
    .toWellFormed();

/** The code fence that is open after these lines, if `open` was open before them; null if none is. */
export function openFence(text: string, open: string | null): string | null {
  return text.split('\n').reduce((now, line) => {
    if (now === null) return fence.exec(line)?.[1] ?? null;
    const mark = closingFence.exec(line)?.[1];
    return mark !== undefined && mark.startsWith(now) ? null : now;
  }, open);
}

/** Markdown whose headings are bold lines, for text that stands inside a section of another. */
export const withBoldHeadings = (markdown: string): string =>
  markdown
    .replaceAll(/<\/?h[1-6]\b[^<>\n]{0,200}>/giu, '')
    .replaceAll(/^( {0,3}\S[^\n]*)\n {0,3}(?:=+|-+)[ \t]*$/gmu, '**$1**')
    .replaceAll(/^ {0,3}#{1,6}[ \t]+(\S[^\n]*?)[ \t#]*$/gmu, '**$1**');

/** Markdown whose runs of blank lines are one, except in code. */
export function withSingleBlanks(markdown: string): string {
  const lines = markdown.split('\n');
  const { isCode } = structureOf(lines);
  return lines
    .filter((line, at) => isCode[at] || line.trim() !== '' || lines[at - 1]?.trim() !== '')
    .join('\n');
}
