import { hideKeys } from '../intake/mask-credentials.ts';
import { isIndexableId } from './index-file.ts';

/**
 * Parses the file at `kb.links_file_path`: one address per line, `#` comments, exact duplicates once. Lines without a
 * valid address are reported in `bad`, counted from 1.
 */
export function parseLinks(text: string): {
  readonly urls: readonly string[];
  readonly bad: readonly { readonly line: number; readonly reason: string }[];
} {
  const lines = text
    .replace(/^\u{FEFF}/u, '')
    .split(/\r\n|\r|\n/u)
    .map((written, at) => ({ line: at + 1, url: written.trim() }))
    .filter(({ url }) => url !== '' && !url.startsWith('#'))
    .map((entry) => ({ ...entry, reason: whyNoLink(entry.url) }));
  return {
    urls: [...new Set(lines.flatMap(({ url, reason }) => (reason === null ? url : [])))],
    bad: lines.flatMap(({ line, reason }) => (reason === null ? [] : { line, reason })),
  };
}

/** Returns null for an address that can be fetched. No reason repeats a password or a key. */
function whyNoLink(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    return `${quotedText(text)} is not an address that begins with http:// or https://.`;
  }
  if (url.username !== '' || url.password !== '' || hideKeys(text) !== text) {
    return 'The address contains a user name, a password or a key. Leave them out.';
  }
  return isIndexableId(`kb:${text}`) && !/\s/u.test(text)
    ? null
    : `${quotedText(text)} contains spaces or control characters.`;
}

const shownChars = 60;

const quotedText = (text: string): string => {
  const safe = hideKeys(text);
  return JSON.stringify(safe.length > shownChars ? `${safe.slice(0, shownChars)}…` : safe);
};
