import { hideKeys } from '../intake/mask-credentials.ts';
import { isIndexableId } from './index-file.ts';

export interface LinkLine {
  /** Counted from 1. */
  readonly line: number;
  readonly url: string;
}

export interface BadLinkLine {
  readonly line: number;
  readonly reason: string;
}

/**
 * Parses the file at `kb.links_file_path`: one address per line, `#` comments, exact duplicates once. Lines without a
 * valid address are reported in `bad`.
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

/** Returns null for an address that can be fetched. No reason repeats a password or a key. */
function whyNoLink(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    return `${shown(text)} is not an address that begins with http:// or https://.`;
  }
  if (url.username !== '' || url.password !== '' || hideKeys(text) !== text) {
    return 'The address contains a user name, a password or a key. Leave them out.';
  }
  return isIndexableId(`kb:${text}`) && !/\s/u.test(text)
    ? null
    : `${shown(text)} contains spaces or control characters.`;
}

const shownChars = 60;

const shown = (text: string): string => {
  const safe = hideKeys(text);
  return JSON.stringify(safe.length > shownChars ? `${safe.slice(0, shownChars)}…` : safe);
};
