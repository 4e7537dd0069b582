import { Secret } from './secret.ts';

const maxChars = 60;

/** A value in words, short, on one line, and without what may be a secret. */
export function foundText(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value instanceof Secret) return 'a secret';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(shorten(withoutCredentials(value)));
  if (typeof value === 'number' || typeof value === 'bigint') return `the number ${value}`;
  return typeof value === 'boolean' ? `the value ${value}` : 'a group of settings';
}

const withoutCredentials = (text: string): string => text.replace(/\/\/[^/\s]*@/u, '//[hidden]@');

const shorten = (text: string): string => (text.length > maxChars ? `${text.slice(0, maxChars)}…` : text);
