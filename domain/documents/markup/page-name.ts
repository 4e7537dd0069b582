/** What pages, their section and their site are called, side by side. */
export const divider = /\s+(?:[|—–·•»«]|::?|--?)\s+/u;

export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The part of a title that is the page's own: the one that is also its heading or its label. Of `Ports | Guides | Acme` it is
 * the heading, or else the first; a dash, and what holds a number, may belong to the name.
 */
export function pageName(
  title: string,
  { heading, label }: { readonly heading: string | null; readonly label: string | null },
): string {
  const parts = title.split(divider);
  const ownName = parts.length > 1 ? [heading, label].find((name) => isOneOf(name, parts)) : undefined;
  if (ownName) return ownName;
  return /\s\|\s/u.test(title) ? (heading ?? parts[0] ?? title) : title;
}

const isOneOf = (name: string | null, parts: readonly string[]): boolean =>
  name !== null &&
  parts.some((part) => folded(part) === folded(name)) &&
  !parts.some((part) => /\d/u.test(part) && folded(part) !== folded(name));
