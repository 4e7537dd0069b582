import { structureOf, withSingleBlanks } from './headings.ts';

interface Page {
  readonly title: string | null;
  readonly text: string;
}

/** What most pages of a source have in common: what stands around their texts, and the parts of their titles that name the site. */
export interface Shared {
  readonly lines: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** On fewer pages nothing is common. */
const leastPages = 4;
const leastShare = 0.5;

/** A sentence goes wherever it stands; shorter lines, such as "Returns", only at the edges of a page. */
const sentenceWords = 6;

export function sharedBy(pages: readonly Page[]): Shared {
  const often = (keysOf: (page: Page) => readonly string[]): ReadonlySet<string> => {
    const counts = new Map<string, number>();
    for (const page of pages)
      for (const key of new Set(keysOf(page))) counts.set(key, (counts.get(key) ?? 0) + 1);
    const least = Math.max(leastPages, pages.length * leastShare + 1);
    return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
  };
  const lines = often(({ text }) => candidates(text).flatMap((key) => key ?? []));
  return { lines, names: often(({ title }) => partsOf(title).map(keyOf)) };
}

/** The page without it. A title that is the site's gives way to the page's first heading. */
export function withoutShared<P extends Page>(page: P, { lines, names }: Shared): P {
  if (lines.size === 0 && names.size === 0) return page;
  const ownParts = partsOf(page.title).filter((part) => !names.has(keyOf(part)));
  const written = page.text.split('\n');
  const isShared = candidates(page.text).map((key) => key !== null && lines.has(key));
  const edges = new Set([
    ...edgeOf(written, isShared),
    ...edgeOf(written.toReversed(), isShared.toReversed()).map((at) => written.length - 1 - at),
  ]);
  const isDropped = (line: string, at: number): boolean =>
    (isShared[at] ?? false) && (edges.has(at) || line.trim().split(/\s+/u).length >= sentenceWords);
  const remaining = written.filter((line, at) => {
    // What divides the head of a table from its rows goes with the head.
    const isUnder = /^\|[\s|:-]+$/u.test(line) && isDropped(written[at - 1] ?? '', at - 1);
    return !isUnder && !isDropped(line, at);
  });
  const pageTitle = ownParts.length === partsOf(page.title).length ? page.title : ownParts.join(' – ');
  const text = withSingleBlanks(remaining.join('\n')).trim();
  const renamed =
    pageTitle && page.title !== pageTitle && text.startsWith(`# ${page.title}\n`)
      ? `# ${pageTitle}${text.slice(`# ${page.title}`.length)}`
      : text;
  return { ...page, title: pageTitle || (page.title === null ? null : firstHeading(renamed)), text: renamed };
}

/** The lines from the beginning on that are shared, past the title. */
function edgeOf(lines: readonly string[], isShared: readonly boolean[]): readonly number[] {
  const edge: number[] = [];
  let titles = 0;
  for (const [at, line] of lines.entries()) {
    if (isShared[at]) edge.push(at);
    else if (line.startsWith('# ') && titles === 0) titles += 1;
    else if (/[\p{L}\p{N}]/u.test(line)) break;
  }
  return edge;
}

/** A key for each line that may stand around texts: no code, no heading within the page, and of tables only what leads on. */
function candidates(text: string): readonly (string | null)[] {
  const lines = text.split('\n');
  const { isCode } = structureOf(lines);
  return lines.map((line, at) => {
    const isText = isCode[at] || line.length > 1_000 || /^\s*(?:#{2,} |$)/u.test(line);
    const isRow = /^\s*\|/u.test(line) && (line.match(ways) ?? []).length < 2;
    return isText || isRow ? null : keyOf(line) || null;
  });
}

const ways = /\b(?:prev|previous|next|up|home|contents)\b/giu;
const link = /\[[^[\]]{0,300}\]\([^()\s]{0,1000}\)/gu;

/** Addresses differ where the words are the same, and so do dates, and what a row of links names. */
function keyOf(line: string): string {
  const rest = line.replaceAll(link, ' @ ');
  const others = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isFullOfLinks = others.length <= 6 && (rest.match(/@/gu) ?? []).length > 1;
  const words = isFullOfLinks ? rest : line.replaceAll(/\]\([^()\s]{0,1000}\)/gu, ']');
  const isDated = /\b(?:19|20)\d\d\b/u.test(words);
  return (isDated ? words.replaceAll(months, '0') : words)
    .replaceAll(/[^\p{L}\p{N}@]+/gu, ' ')
    .trim()
    .toLowerCase();
}

const months = /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\b|\d+/giu;

const partsOf = (title: string | null): readonly string[] =>
  title?.split(/\s+(?:[|—–·•»«]|::?|--?)\s+|\s+\((?=[^()]*\)$)|\)$/u).filter((part) => part !== '') ?? [];

const firstHeading = (text: string): string | null => /^#{1,6} (.{1,200})/mu.exec(text)?.[1]?.trim() ?? null;
