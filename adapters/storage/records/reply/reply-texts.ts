import { sql } from 'kysely';
import type { ReplyRecord } from '../../../../domain/reply/reply-record.ts';
import { storableText } from '../../../../domain/values/text.ts';

/*
 * Searches of questions by their words. They read what people read, and not the whole rows, which are ten times as long and hold
 * the names of their fields. JavaScript makes the lower case, because the engines have different ones.
 */

export function readTextOf({ question, answer, sourceIds, citations, nearest = [] }: ReplyRecord): string {
  const sources = [...citations, ...nearest].flatMap(({ title, sourceId }) => [title, sourceId]);
  return storableText([question, answer ?? '', ...sources, ...sourceIds].join('\n').toLowerCase());
}

/** Whether a row holds a text, whose every character stands for itself. */
export function holdsText(text: string) {
  // To SQLite's LIKE a text ends at its first NUL.
  const exactly = storableText(text.toLowerCase()).replaceAll(/[\\%_]/gu, String.raw`\$&`);
  return sql<boolean>`read_text LIKE ${`%${exactly}%`} ESCAPE '\\'`;
}
