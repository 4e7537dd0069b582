/** A larger file is no page that a person wrote; reading it would only fill the memory. */
export const maxDocumentBytes = 5 * 1024 * 1024;

/** Kinds that are text as they stand. */
export const documentExtensions = ['.md', '.markdown', '.mdx', '.txt', '.rst', '.adoc'] as const;

export const isDocumentName = (name: string): boolean =>
  documentExtensions.some((extension) => name.toLowerCase().endsWith(extension));
