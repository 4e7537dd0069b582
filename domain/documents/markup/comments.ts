import { inlineCode } from '../../values/text.ts';
import { openFence } from '../headings.ts';

/** How a flavour of Markdown marks what only its writers read. */
interface Marks {
  readonly opening: string;
  readonly closing: string;
}

const html: Marks = { opening: '<!--', closing: '-->' };

/** HTML, MDX, Hugo, Jekyll with its kin, and Obsidian. */
const flavours: readonly Marks[] = [
  html,
  { opening: '{{/*', closing: '*/}}' },
  { opening: '{/*', closing: '*/}' },
  { opening: '{{< comment >}}', closing: '{{< /comment >}}' },
  { opening: '{% comment %}', closing: '{% endcomment %}' },
  { opening: '{# ', closing: '#}' },
  { opening: '%%', closing: '%%' },
];

/** A link that nothing uses, as some hide what they note: `[comment]: <> (text)`, `[//]: # (text)`. */
const unusedLink =
  /^ {0,3}\[(?:comment|\/\/|_)\]:[ \t]{0,3}(?:<>|#)[ \t]{0,3}(?:\([^\n]*\)|"[^\n]*"|'[^\n]*')[ \t]*$/gimu;

const liquid = /\{%-?[ \t]{0,9}(comment|endcomment)[ \t]{0,9}-?%\}/gu;

/**
 * Removes comments from Markdown, with the lines that they leave empty. Code shows its comments: fenced, indented or between
 * backticks. A comment that nothing closes is text, and so is one behind text that its paragraph does not close.
 */
export const withoutComments = (markdown: string): string =>
  flavours.reduce(withoutThose, markdown.replaceAll(liquid, '{% $1 %}').replaceAll(unusedLink, ''));

function withoutThose(markdown: string, marks: Marks): string {
  const { opening, closing } = marks;
  if (!markdown.includes(opening)) return markdown;
  const lines = markdown.split('\n');
  const lastEnd = lines.findLastIndex((line) => line.includes(closing));
  const lastEnds = lastEndsOf(lines, closing);
  const isIndentedCode = indentation();
  let fence: string | null = null;
  let isOpen = false;
  return lines
    .flatMap((line, at) => {
      if (!isOpen) {
        const before = fence;
        fence = openFence(line, fence);
        const isIndented = before === null && isIndentedCode(line);
        if (isIndented || fence !== null || before !== null) return [line];
      }
      const wasOpen = isOpen;
      let keptText = '';
      let rest = line;
      let isStart = true;
      for (;;) {
        const next = isOpen ? rest.indexOf(closing) : startIn(rest, opening);
        if (next === -1) break;
        if (isOpen) rest = rest.slice(next + closing.length);
        else {
          // The dashes that open a comment of HTML may close it, as in `<!-->`.
          const inside = rest.slice(next + opening.length - (marks === html ? 2 : 0));
          isStart &&= noText.test(rest.slice(0, next));
          const end = isStart ? lastEnd : (lastEnds[at] ?? -1);
          if (end <= at && !inside.includes(closing)) break;
          keptText += rest.slice(0, next);
          rest = inside;
        }
        isOpen = !isOpen;
      }
      const text = isOpen ? keptText : keptText + rest;
      return text.trim() === '' && (wasOpen || line.trim() !== '') ? [] : [text];
    })
    .join('\n');
}

/** The marks of quotes and list items. */
const noText = /^\s*(?:(?:>|(?:[-*+]|\d{1,9}[.)])\s)\s*)*$/u;

/** For each line the last one of its paragraph that closes a comment, or -1. */
function lastEndsOf(lines: readonly string[], closing: string): readonly number[] {
  let last = -1;
  return lines
    .map((line, at) => ({ line, at }))
    .toReversed()
    .map(({ line, at }) => {
      if (line.trim() === '') last = -1;
      else if (last === -1 && line.includes(closing)) last = at;
      return last;
    })
    .toReversed();
}

/** The mark of a list item, or of an admonition or tab of MkDocs, whose text is indented. */
const mark = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}(?=\S)|(?:!!!|\?\?\?|===)(?=[+!\s]))/u;

/** Tells of each line in turn whether it is indented code: behind a blank line, and further in than text of its list item. */
function indentation(): (line: string) => boolean {
  let isBlank = true;
  let isCode = false;
  let textAt = 0;
  return (line) => {
    const wasBlank = isBlank;
    isBlank = line.trim() === '';
    if (isBlank) return false;
    const indent = widthOf(/^[ \t]*/u.exec(line)?.[0] ?? '');
    if (wasBlank && indent === 0) textAt = 0;
    isCode = (isCode || wasBlank) && indent >= textAt + 4;
    const marked = isCode ? undefined : mark.exec(line)?.[0];
    if (marked !== undefined) textAt = /[!?=]/u.test(marked) ? indent + 4 : widthOf(marked);
    return isCode;
  };
}

const widthOf = (text: string): number => text.replaceAll('\t', '    ').length;

/** Inline code and escaped signs are skipped. Two percent signs are a comment at the beginning of a word only. */
function startIn(line: string, opening: string): number {
  if (!line.includes(opening)) return -1;
  const sign = `${opening === '%%' ? '(?<!\\S)' : ''}${opening.replaceAll(/[{}*]/gu, '\\$&')}`;
  for (const found of line.matchAll(new RegExp(`${inlineCode.source}|\\\\.|${sign}`, 'gu')))
    if (found[0] === opening) return found.index;
  return -1;
}
