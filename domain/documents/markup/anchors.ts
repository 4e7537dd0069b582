import { slug } from 'github-slugger';
import { headingPaths, headingsOf, plainHeading } from '../headings.ts';

/** The anchors of a document's headings, each behind the titles from the outermost to the heading's own, a line each. */
export type Anchors = readonly (readonly [path: string, anchor: string])[];

/** How a generator makes an anchor of a heading, and what it numbers those with that are there already. */
const rules = {
  /** GitHub, Docusaurus, mdBook, Hugo, Jekyll and most others. */
  github: { slugOf: slug, divider: '-' },
  /** `slugify` of `@mdit-vue/shared`, with markdown-it-anchor. */
  vitepress: {
    slugOf: (title) =>
      title
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036F]/gu, '')
        .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/gu, '-')
        .replaceAll(/^-|-$/gu, '')
        .replace(/^(?=\d)/u, '_')
        .toLowerCase(),
    divider: '-',
  },
  /** The extension `toc` of Python-Markdown. */
  mkdocs: {
    slugOf: (title) =>
      asciiOf(title)
        .replaceAll(/[^\w\s-]/gu, '')
        .trim()
        .toLowerCase()
        .replaceAll(/[-\s]+/gu, '-'),
    divider: '_',
  },
  'mkdocs-unicode': { slugOf: slug, divider: '_' },
  /** `make_id` of docutils. Names that Sphinx makes itself have numbers that only it knows. */
  docutils: {
    slugOf: (title) =>
      asciiOf(title.toLowerCase().replaceAll(/[ßæœøđł]/gu, (letter) => letters[letter] ?? ''))
        .replaceAll(/[^a-z0-9]+/gu, '-')
        .replaceAll(/^[-\d]+|-$/gu, ''),
    divider: null,
  },
} as const satisfies Readonly<
  Record<string, { readonly slugOf: (title: string) => string; readonly divider: string | null }>
>;

export type AnchorRule = keyof typeof rules;

const letters: Readonly<Record<string, string>> = { ß: 'sz', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l' };

const asciiOf = (text: string): string => text.normalize('NFKD').replaceAll(/[^\0-\x7F]/gu, '');

/** The files by which generators are known, in a folder of documents or around it. */
const generators: readonly (readonly [file: RegExp, rule: AnchorRule])[] = [
  [/^\.(?:vite|vue)press$/u, 'vitepress'],
  [/^(?:mkdocs|zensical)\.(?:ya?ml|toml)$/u, 'mkdocs'],
  [/^(?:docusaurus\.config\.\w+|book\.toml|hugo\.\w+|_config\.yml|astro\.config\.\w+)$/u, 'github'],
  [/^conf\.py$/u, 'docutils'],
];

/** The rule of the generator whose settings a folder with these entries holds; null if it holds none. */
export const ruleOf = (entries: readonly string[]): AnchorRule | null =>
  generators.find(([file]) => entries.some((entry) => file.test(entry)))?.[1] ?? null;

/** The anchor that a heading names at its end, as in `## Ports {#ports}`. */
const namedAnchor = /\{#([^\s{}"'`]{1,200})\}$/u;

const anchorOf = (line: string): string | undefined =>
  line.includes('{#') ? namedAnchor.exec(line.slice(-maxMarkChars).trimEnd())?.[1] : undefined;

/** Longer than any anchor. */
const maxMarkChars = 300;

/**
 * Takes the anchors that headings name out of a document. With a rule, for a document that a site is made from, the others get
 * those that the site gives them. The title of the front matter, which stands above as a heading, has none.
 */
export function withoutAnchors(
  document: string,
  { rule, title: ownTitle = null }: { readonly rule: AnchorRule | null; readonly title?: string | null },
): { readonly text: string; readonly anchors: Anchors } {
  const lines = document.split('\n');
  const headings = headingsOf(lines);
  const paths = headingPaths(headings);
  const anchors = new Map<string, string>();
  const used = new Set<string>();
  for (const [at, { title, line, end, level }] of headings.entries()) {
    const sectionLines = Array.from({ length: end - line }, (_, n) => line + n);
    const named = sectionLines.find((number) => anchorOf(lines[number] ?? '') !== undefined);
    if (
      named === undefined &&
      (rule === null || (line + level === 1 && title === plainHeading(ownTitle ?? '')))
    )
      continue;
    const anchor =
      named === undefined ? unused(title, rule ?? 'github', used) : (anchorOf(lines[named] ?? '') ?? '');
    if (named !== undefined) lines[named] = (lines[named] ?? '').trimEnd().replace(namedAnchor, '').trimEnd();
    if (anchor === '') continue;
    used.add(anchor);
    const path = (paths[at] ?? []).join('\n');
    if (!anchors.has(path)) anchors.set(path, anchor);
  }
  return { text: lines.join('\n'), anchors: [...anchors] };
}

/** What names an anchor at the end of a heading, as authors write it. */
const writtenMark = /[ \t]*\{(?::|\/\*)?\s?#[^{}]{1,200}\}[ \t]*$/u;

/** Markdown for a page that GitHub shows: there, the mark of a heading is part of its words, and so of its anchor. */
export function namedAsAtGitHub(document: string): string {
  if (!document.includes('{')) return document;
  const lines = document.split('\n');
  for (const { line } of headingsOf(lines))
    lines[line] = (lines[line] ?? '').replace(writtenMark, (mark, at: number, whole: string) => {
      const words = plainHeading(whole.slice(0, at).replace(/^ {0,3}#{1,6}[ \t]+/u, ''));
      return ` {#${slug(`${words} ${mark.trim()}`)}}`;
    });
  return lines.join('\n');
}

/** A site numbers what would be there twice. '' if nobody can say how. */
function unused(title: string, rule: AnchorRule, used: ReadonlySet<string>): string {
  const { slugOf, divider } = rules[rule];
  const anchor = slugOf(title);
  if ((anchor !== '' && !used.has(anchor)) || (anchor === '' && divider !== '_')) return anchor;
  if (divider === null) return '';
  const [, base = anchor, count = 0] = (divider === '_' && /^(.*)_(\d+)$/u.exec(anchor)) || [];
  let next = Number(count) + 1;
  while (used.has(`${base}${divider}${next}`)) next += 1;
  return `${base}${divider}${next}`;
}
