/**
 * Where members read a document: the longest configured prefix of its path is replaced by its address, and a Markdown
 * extension is dropped, as documentation sites do. A slug takes the place of the path, or of the file's name if it does not
 * begin with a slash. Null where no prefix fits.
 */
export function publicUrl(
  publicUrls: Readonly<Record<string, string>>,
  relPath: string,
  slug: string | null = null,
): string | null {
  const prefix = Object.keys(publicUrls)
    .filter((candidate) => relPath.startsWith(candidate))
    .reduce<string | null>((best, next) => (best === null || next.length > best.length ? next : best), null);
  if (prefix === null) return null;
  const path = relPath.slice(prefix.length).replace(/\.(md|mdx|markdown)$/i, '');
  const rest =
    slug === null ? path : slug.startsWith('/') ? slug.slice(1) : path.replace(/[^/]*$/u, () => slug);
  return (publicUrls[prefix] ?? '') + rest.split('/').map(encodeURIComponent).join('/');
}
