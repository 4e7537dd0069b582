import { shorten } from '../shorten.ts';

/** Longer than any title that helps. */
const maxTitleChars = 120;

/**
 * The document's own title: its first heading of the top level. Where a document has none (many open with a picture or the
 * product's name), its file's name says more than the heading of some section.
 */
export function sourceTitle(text: string, relPath: string): string {
  const title = topHeading(withoutFrontMatter(text.split(/\r?\n/)));
  return title ? shorten(title, maxTitleChars) : readableName(relPath);
}

/** `guides/Getting-Started.md` is read as "Getting Started". */
function readableName(relPath: string): string {
  const file = relPath.split('/').at(-1) ?? relPath;
  const name = file
    .replace(/\.[a-z]+$/iu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  return shorten(name || file, maxTitleChars);
}

function topHeading(lines: readonly string[]): string | null {
  let fence: string | null = null;
  for (const [at, line] of lines.entries()) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark) fence = fence === null ? mark : fence === mark ? null : fence;
    if (fence !== null || mark) continue;
    // Markdown and AsciiDoc, then the underlined titles of Markdown and reStructuredText.
    const marked = /^[#=]\s+(.*?)\s*#*$/.exec(line)?.[1];
    if (marked && plain(marked)) return plain(marked);
    const underlined = /^={3,}\s*$/.test(lines[at + 1] ?? '') && /^[^\s\-=~^*#>|]/.test(line);
    if (underlined) return plain(line);
  }
  return null;
}

/** A heading without the marks of links and code. */
const plain = (heading: string): string =>
  heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`]|<[^>]*>/g, '')
    .trim();

function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0]?.trim() !== '---') return lines;
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === '---');
  return end < 0 ? lines : lines.slice(end + 1);
}
