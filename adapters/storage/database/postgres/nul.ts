/*
 * PostgreSQL's text holds every character but NUL. It stands there as two: U+FDD0, which is no character and occurs in no
 * text, and a digit. A U+FDD0 that comes in all the same is escaped as well.
 */

export const escapeNul = (value: unknown): unknown =>
  typeof value === 'string' && /[\0\uFDD0]/u.test(value)
    ? value.replaceAll(/[\0\uFDD0]/gu, (character) => (character === '\0' ? '\uFDD00' : '\uFDD01'))
    : value;

export function unescapeNul(row: Record<string, unknown>): Record<string, unknown> {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'string' && value.includes('\uFDD0')) {
      row[column] = value.replaceAll(/\uFDD0([01])/gu, (_, digit) => (digit === '0' ? '\0' : '\uFDD0'));
    }
  }
  return row;
}
