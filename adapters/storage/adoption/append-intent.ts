import { join } from 'node:path';
import { z } from 'zod';
import { readText } from '../view/replace-file.ts';
import { parsedJson } from './parsed-json.ts';

/** An earlier version's note of what it was about to append to the archive. */
export type AppendIntent = z.infer<typeof schema>;

const schema = z.object({ fileName: z.string(), offset: z.number(), text: z.string() });

/** Null when there is none, or an incomplete one: the append had not begun then. */
export const readIntent = (rawDir: string): AppendIntent | null =>
  schema.safeParse(parsedJson(readText(join(rawDir, '.append.json')) ?? '')).data ?? null;

/** The file's text with the whole of an append that a death cut off. A file that somebody changed since stays as it is. */
export function completedText(text: string, { offset, text: appended }: AppendIntent): string {
  const bytes = Buffer.from(text, 'utf8');
  const tail = bytes
    .subarray(offset)
    .toString('utf8')
    .replace(/\u{FFFD}+$/u, '');
  const isOurs = bytes.length >= offset && appended.startsWith(tail);
  return isOurs ? bytes.subarray(0, offset).toString('utf8') + appended : text;
}
