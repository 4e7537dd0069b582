/**
 * Where members read a document: the longest configured prefix of its path is replaced by its address, and a Markdown
 * extension is dropped, as documentation sites do. Null where no prefix fits.
 */
export function publicUrl(publicUrls: Readonly<Record<string, string>>, relPath: string): string | null {
  const prefix = Object.keys(publicUrls)
    .filter((candidate) => relPath.startsWith(candidate))
    .reduce<string | null>((best, next) => (best === null || next.length > best.length ? next : best), null);
  if (prefix === null) return null;
  const rest = relPath.slice(prefix.length).replace(/\.(md|mdx|markdown)$/i, '');
  return (publicUrls[prefix] ?? '') + rest.split('/').map(encodeURIComponent).join('/');
}
