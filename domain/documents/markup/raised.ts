/**
 * A raised text behind others: a power (`2^32`), the end of an ordinal (`1st`), or '' for the mark of a footnote. `before` is
 * what stands in front of it.
 */
export function raised(before: string, text: string): string {
  const inner = text.trim();
  if (inner === '' || /^[[(*†‡§]/u.test(inner)) return /^[[(]\D/u.test(inner) ? ` ${inner}` : '';
  if (/^(?:st|nd|rd|th|er|re|e|ème|o|a|º|ª|TM|SM|®|™)$/iu.test(inner)) return inner;
  const base = /(?:\d|[)\]}]|(?<![\p{L}\d])[\p{L}]{1,3})$/u.test(before);
  if (!base && /^\d[\d,\s]*$/u.test(inner)) return '';
  return `^${/^[+\-−]?[\p{L}\p{N}.]+$/u.test(inner) ? inner : `(${inner})`}`;
}
