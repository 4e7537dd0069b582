import { isIndexableId } from './index-file.ts';

export interface LinkLine {
  /** From 1 on. */
  readonly line: number;
  readonly url: string;
}

export interface BadLinkLine {
  readonly line: number;
  readonly reason: string;
}

/**
 * The addresses of `kb.links_file_path`: one a line as it is written, `#` comments, exact duplicates once. A line that is
 * no address is told with its reason, and the others count.
 */
export function parseLinks(text: string): {
  readonly links: readonly LinkLine[];
  readonly bad: readonly BadLinkLine[];
} {
  const links = new Map<string, LinkLine>();
  const bad: BadLinkLine[] = [];
  for (const [at, written] of text
    .replace(/^\u{FEFF}/u, '')
    .split(/\r\n|\r|\n/u)
    .entries()) {
    const url = written.trim();
    if (url === '' || url.startsWith('#')) continue;
    const reason = whyNoLink(url);
    if (reason !== null) bad.push({ line: at + 1, reason });
    else if (!links.has(url)) links.set(url, { line: at + 1, url });
  }
  return { links: [...links.values()], bad };
}

/** Null for an address that a page can be fetched from. No reason repeats a password. */
function whyNoLink(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    return `${shown(text)} is no address that begins with http:// or https://.`;
  }
  if (url.username !== '' || url.password !== '') {
    return 'The address holds a user name or a password. Leave them out.';
  }
  return isIndexableId(`kb:${text}`) && !/\s/u.test(text)
    ? null
    : `${shown(text)} holds blanks or control characters.`;
}

const shownChars = 60;

const shown = (text: string): string =>
  JSON.stringify(text.length > shownChars ? `${text.slice(0, shownChars)}…` : text).replaceAll(
    /\/\/[^/@]*@/gu,
    '//…@',
  );
