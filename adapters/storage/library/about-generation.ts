import { z } from 'zod';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { writeFileDurably } from '../files/durable-files.ts';
import { readJson } from '../files/read-json.ts';
import type { GenerationFiles } from './generation-files.ts';

/** `generation.json`: what is said once about a generation and belongs to it alone. */
export interface AboutGeneration {
  /** Who builds it; null once it was published. */
  readonly rebuildOwner: string | null;
  /**
   * The cursor of the Python archive that this generation was adopted from. Entries up to it are settled here, and in
   * no other generation: a rebuild starts from the whole archive.
   */
  readonly adoptedCursor: QaId | null;
}

const schema = z.object({
  rebuild_owner: z.string().nullable(),
  adopted_cursor: z.string().refine(isQaId).nullable(),
});

export function readAbout(files: GenerationFiles): AboutGeneration | null {
  const json = readJson(files.about);
  if (json === undefined) return null;
  const parsed = schema.safeParse(json);
  if (parsed.success) {
    return { rebuildOwner: parsed.data.rebuild_owner, adoptedCursor: parsed.data.adopted_cursor };
  }
  throw new PortError({
    kind: 'final',
    code: 'generation_unreadable',
    message:
      `${files.about} is not {"rebuild_owner": text or null, "adopted_cursor": a qa_id or null}. ` +
      'Correct it, or restore it from a backup.',
  });
}

export function writeAbout(files: GenerationFiles, about: AboutGeneration): void {
  const json = { rebuild_owner: about.rebuildOwner, adopted_cursor: about.adoptedCursor };
  writeFileDurably(files.about, `${JSON.stringify(json, null, 2)}\n`);
}
