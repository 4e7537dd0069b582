import { headingsOf } from '../../../domain/documents/headings.ts';
import { shorten } from '../shorten.ts';

/** Longer than any title that helps. */
const maxTitleChars = 120;

/**
 * The document's own title: its first heading of the top level. Where a document has none (many open with a picture or the
 * product's name), its file's name says more than the heading of some section.
 */
export function sourceTitle(text: string, relPath: string): string {
  const headings = headingsOf(text.split(/\r?\n/u));
  const title = headings.find((heading) => heading.level === 1 && heading.title !== '')?.title;
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
