import { join } from 'node:path';
import { z } from 'zod';
import type { Comparison } from '../../../domain/ports/library.ts';
import { isQaId } from '../../../domain/values/qa-id.ts';
import { writeFileDurably } from '../files/durable-files.ts';
import { readJson } from '../files/read-json.ts';

/** `dry-run.json` beside the generations: the newest comparison. It holds ids and topics' names, and no words. */
const pathIn = (libraryDir: string): string => join(libraryDir, 'dry-run.json');

const qaIds = z.array(z.string().refine(isQaId));

const schema = z.object({
  generation: z.number(),
  live: z.number(),
  comparedAt: z.string(),
  differences: z.array(
    z.object({
      slug: z.string(),
      change: z.enum(['new', 'gone', 'changed']),
      added: qaIds,
      removed: qaIds,
      kept: z.number(),
    }),
  ),
});

export const writeComparison = (libraryDir: string, comparison: Comparison): void =>
  writeFileDurably(pathIn(libraryDir), `${JSON.stringify(comparison, null, 2)}\n`);

/** Null where there is none, or none that can be read: the next dry run writes it anew. */
export function readComparison(libraryDir: string): Comparison | null {
  const parsed = schema.safeParse(readJson(pathIn(libraryDir)));
  return parsed.success ? parsed.data : null;
}
