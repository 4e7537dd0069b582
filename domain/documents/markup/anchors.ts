import { slug } from 'github-slugger';
import { headingPaths, headingsOf } from '../headings.ts';

/** The anchors of a document's headings, each behind the titles from the outermost to the heading's own, a line each. */
export type Anchors = readonly (readonly [path: string, anchor: string])[];

/** The anchor that a heading names at its end, as in `## Ports {#ports}`. */
const namedAnchor = /\{#([^\s{}"'<>`]{1,200})\}$/u;

const anchorOf = (line: string): string | undefined =>
  line.includes('{#') ? namedAnchor.exec(line.slice(-maxMarkChars).trimEnd())?.[1] : undefined;

/** Longer than any anchor. */
const maxMarkChars = 300;

/**
 * Takes the anchors that headings name out of a document. For a document that a site is made from, the others get those that
 * sites give them: the heading in lower case, with hyphens.
 */
export function withoutAnchors(
  document: string,
  { isSlugged, isRst }: { readonly isSlugged: boolean; readonly isRst: boolean },
): { readonly text: string; readonly anchors: Anchors } {
  const lines = document.split('\n');
  const headings = headingsOf(lines);
  const paths = headingPaths(headings);
  const anchors = new Map<string, string>();
  const used = new Map<string, number>();
  for (const [at, { title, line, end }] of headings.entries()) {
    const own = Array.from({ length: end - line }, (_, n) => line + n);
    const named = own.find((number) => anchorOf(lines[number] ?? '') !== undefined);
    const anchor = named === undefined ? slugOf(title, isRst) : (anchorOf(lines[named] ?? '') ?? '');
    if (named !== undefined) lines[named] = (lines[named] ?? '').trimEnd().replace(namedAnchor, '').trimEnd();
    if (anchor === '' || (named === undefined && !isSlugged)) continue;
    // A site numbers what would be there twice.
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    const path = (paths[at] ?? []).join('\n');
    if (!anchors.has(path))
      anchors.set(path, count === 0 || named !== undefined ? anchor : `${anchor}-${count}`);
  }
  return { text: lines.join('\n'), anchors: [...anchors] };
}

/** docutils joins words by one hyphen; what shows Markdown has one for each space. */
const slugOf = (title: string, isRst: boolean): string =>
  isRst ? slug(title).replaceAll(/[-_]+/gu, '-').replaceAll(/^-|-$/gu, '') : slug(title);
