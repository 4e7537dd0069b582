const longToken = /[A-Za-z0-9+/=_-]{16,}/gu;
const notText = /```[\s\S]*?(?:```|$)|\bhttps?:\/\/\S+/gu;

/** Whether a text is mostly base64, hexadecimal or the like: it says nothing that anybody could answer. */
export function looksEncoded(text: string): boolean {
  const plain = text.replace(notText, ' ');
  const encoded = (plain.match(longToken) ?? []).filter(isEncoded).join('').length;
  const all = plain.replaceAll(/\s/gu, '').length;
  const bytes = plain.match(/(?<![\w.])(?:0x)?(?:[0-9a-f]{2}|[01]{8})(?![\w.])/giu)?.length ?? 0;
  const words = plain.trim().split(/\s+/u).length;
  return (all > 0 && encoded * 10 >= all * 7) || (bytes >= 8 && bytes * 10 >= words * 7);
}

/** Hexadecimal, or base64: letters of both cases with digits, or padding. A word of a language is neither. */
const isEncoded = (token: string): boolean =>
  /^[0-9a-f]+$/iu.test(token) ||
  token.endsWith('=') ||
  (/[a-z]/u.test(token) && /[A-Z]/u.test(token) && /\d/u.test(token) && !/[_-]/u.test(token));
