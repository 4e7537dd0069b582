import {
  collapseWhitespace,
  fence,
  inCode,
  inlineCode,
  shortenedMarkdown,
  withShortRuns,
} from '../values/text.ts';

const maxSnippetChars = 240;

/**
 * The line with the most terms and the lines after it, joined to one line of Markdown. Links are shown by their words, and
 * each line of a code block as inline code.
 */
export function searchSnippet(text: string, terms: ReadonlySet<string>): string {
  const lines = linesOf(text);
  // A stem is nearly always the beginning of the written word.
  const termCounts = lines.map((line) => {
    const lower = line.toLowerCase();
    return [...terms].filter((term) => lower.includes(term)).length;
  });
  const best = termCounts.indexOf(Math.max(0, ...termCounts));
  return shortenedMarkdown(collapseWhitespace(lines.slice(Math.max(best, 0)).join(' ')), maxSnippetChars);
}

/** Lines that say something, without fences. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const [first, second] = lines.flatMap((line) => fence.exec(line)?.[2] ?? []);
  // A section may begin within a block: then its first fence names no language, and the next one opens another block.
  let isCode = first === '' && second !== '';
  return lines.flatMap((line) => {
    if (fence.test(line)) isCode = !isCode;
    else if (isCode) return line.trim() === '' ? [] : [inCode(line.trim())];
    else if (/[\p{L}\p{N}]/u.test(line)) return [withShortRuns(plainLine(line.trim()))];
    return [];
  });
}

const link = new RegExp(
  String.raw`${inlineCode.source}|!?\[((?:[^[\]\x60]|\x60[^\x60]{0,100}\x60){0,300})\]\([^()\s]{0,500}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,2}\)`,
  'gu',
);

/** A line without the marks of a quote, except where they belong to a callout. */
const plainLine = (line: string): string =>
  line
    .replace(/^(?:>\s?)+(?!\[!)/u, '')
    .replaceAll(link, (_whole, code: string | undefined, _run: string, words: string) => code ?? words);
