/** A larger text is no page that a person wrote; reading it would only fill the memory. */
export const maxDocumentBytes = 5 * 1024 * 1024;

/** PDF and DOCX carry pictures, of which nothing is kept. */
const maxExtractedBytes = 50 * 1024 * 1024;

/** Kinds that are text as they stand. */
export const textExtensions = ['.md', '.markdown', '.mdx', '.txt', '.rst', '.adoc'] as const;

/** Kinds whose text has to be extracted. */
export const extractedExtensions = ['.html', '.htm', '.pdf', '.docx'] as const;

const endsInOne = (name: string, extensions: readonly string[]): boolean =>
  extensions.some((extension) => name.toLowerCase().endsWith(extension));

export const isTextName = (name: string): boolean => endsInOne(name, textExtensions);

export const isExtractedName = (name: string): boolean => endsInOne(name, extractedExtensions);

export const maxBytesOf = (name: string): number =>
  isExtractedName(name) ? maxExtractedBytes : maxDocumentBytes;
