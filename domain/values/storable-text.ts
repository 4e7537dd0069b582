/**
 * Text as every storage can keep it: lone surrogates, which UTF-8 has no form for, and NUL, which PostgreSQL
 * refuses, become U+FFFD. All else is verbatim, and storable text is left as it is.
 */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{FFFD}');
