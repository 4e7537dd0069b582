import { openFence } from './headings.ts';

const opening = '<!--';
const closing = '-->';

/**
 * Removes HTML comments from Markdown, with the lines that they leave empty. Code shows its comments: fenced, indented or
 * between backticks. A comment that nothing closes is text.
 */
export function withoutComments(markdown: string): string {
  if (!markdown.includes(opening)) return markdown;
  const lines = markdown.split('\n');
  const lastEnd = lines.findLastIndex((line) => line.includes(closing));
  let fence: string | null = null;
  let isOpen = false;
  return lines
    .flatMap((line, at) => {
      if (!isOpen) {
        const before = fence;
        fence = openFence(line, fence);
        if (fence !== null || before !== null || indentedCode.test(line)) return [line];
      }
      const wasOpen = isOpen;
      let kept = '';
      let rest = line;
      for (;;) {
        const next = isOpen ? rest.indexOf(closing) : startIn(rest);
        if (next === -1) break;
        if (isOpen) rest = rest.slice(next + closing.length);
        else {
          // The dashes that open a comment may close it, as in `<!-->`.
          const inside = rest.slice(next + opening.length - 2);
          if (lastEnd <= at && !inside.includes(closing)) break;
          kept += rest.slice(0, next);
          rest = inside;
        }
        isOpen = !isOpen;
      }
      const text = isOpen ? kept : kept + rest;
      return text.trim() === '' && (wasOpen || line.trim() !== '') ? [] : [text];
    })
    .join('\n');
}

const indentedCode = /^(?: {4}|\t)/u;

/** Inline code is matched first, so that it can be skipped. */
const codeOrComment = /``.{0,2000}?``|`[^`]*`|<!--/gu;

function startIn(line: string): number {
  if (!line.includes(opening)) return -1;
  for (const found of line.matchAll(codeOrComment)) if (found[0] === opening) return found.index;
  return -1;
}
