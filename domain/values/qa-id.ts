import { compareCodePoints } from './text.ts';

/**
 * `qa_YYYYMMDD_HHMMSS`, followed by `.` and digits if the time has a fraction. Steward writes six digits; others may
 * write any number. Use `compareQaIds` to sort by time.
 */
export type QaId = `qa_${string}`;

const timestampForm = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?Z$/;
const idForm = /^qa_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(\.\d+)?$/;

/** An RFC 3339 time in UTC with `Z`, with or without a fraction, on an existing date. */
export const isTimestamp = (text: string): boolean => timestampForm.test(text) && inCalendar(text);

export const isQaId = (text: string): text is QaId => idForm.test(text) && inCalendar(toTimestamp(text));

/** Throws a RangeError for anything that `isTimestamp` refuses. */
export function qaIdFromTimestamp(timestamp: string): QaId {
  requireTimestamp(timestamp);
  const [, year, month, day, hour, minute, second, fraction = ''] = timestampForm.exec(timestamp) ?? [];
  return `qa_${year}${month}${day}_${hour}${minute}${second}${fraction}`;
}

/** Throws a RangeError for anything that `isQaId` refuses. */
export function timestampFromQaId(id: QaId): string {
  if (!isQaId(id)) throw new RangeError('Not a qa_id; expected one such as qa_20260201_031056.228000.');
  return toTimestamp(id);
}

/** Sorts by time, oldest first. An id without a fraction counts as the beginning of its second. */
export function compareQaIds(a: QaId, b: QaId): number {
  const digits = Math.max(a.length, b.length);
  const [left, right] = [a, b].map((id) => (id.includes('.') ? id : `${id}.`).padEnd(digits + 1, '0'));
  return compareCodePoints(left ?? '', right ?? '');
}

/** Sorts pairs by time; of two ids at the same instant the shorter one comes first. */
export const byTime = (a: { readonly qaId: QaId }, b: { readonly qaId: QaId }): number =>
  compareQaIds(a.qaId, b.qaId) || compareCodePoints(a.qaId, b.qaId);

/** The next full microsecond, always with six digits. Throws a RangeError for a malformed timestamp or after year 9999. */
export function nextMicrosecond(timestamp: string): string {
  requireTimestamp(timestamp);
  const fraction = Number(timestamp.slice(20, -1).slice(0, 6).padEnd(6, '0')) + 1;
  const seconds = Date.parse(`${timestamp.slice(0, 19)}Z`) + (fraction === 1_000_000 ? 1_000 : 0);
  const start = timestampFromDate(new Date(seconds)).slice(0, 20);
  return `${start}${String(fraction % 1_000_000).padStart(6, '0')}Z`;
}

/** Has six digits, of which a Date knows three. Throws a RangeError for an invalid date or a year outside 0 to 9999. */
export function timestampFromDate(date: Date): string {
  const timestamp = date.toISOString().replace('Z', '000Z');
  requireTimestamp(timestamp);
  return timestamp;
}

const toTimestamp = (id: string): string => id.replace(idForm, '$1-$2-$3T$4:$5:$6$7Z');

/** `Date` refuses dates such as hour 24, or moves them on, such as February 30. */
function inCalendar(timestamp: string): boolean {
  const time = Date.parse(`${timestamp.slice(0, 19)}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(timestamp.slice(0, 19));
}

function requireTimestamp(timestamp: string): void {
  if (!isTimestamp(timestamp)) {
    throw new RangeError('Not a timestamp; expected one such as 2026-02-01T03:10:56.228000Z.');
  }
}
