import { z } from 'zod';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { writeFileIfChanged } from '../files/durable-files.ts';
import { readJson } from '../files/read-json.ts';

const schema = z.object({ last_processed_qa_id: z.string() });

/**
 * The cursor in a `state.json`: null when there is no file or the cursor is empty, `unreadable` when it is no such
 * JSON. Throws a final `PortError` when it holds something else than a `qa_id`: who wrote it meant something by it.
 */
export function readCursor(path: string): QaId | null | 'unreadable' {
  const json = readJson(path);
  if (json === undefined) return null;
  const parsed = schema.safeParse(json);
  if (!parsed.success) return 'unreadable';
  const cursor = parsed.data.last_processed_qa_id;
  return cursor === '' ? null : requireQaId(cursor, `${path}: last_processed_qa_id`);
}

export function writeCursor(path: string, cursor: QaId | null): void {
  writeFileIfChanged(path, `${JSON.stringify({ last_processed_qa_id: cursor ?? '' }, null, 2)}\n`);
}

/** `place` names where the value stands. */
export function requireQaId(value: string, place: string): QaId {
  if (isQaId(value)) return value;
  throw new PortError({
    kind: 'final',
    code: 'cursor_invalid',
    message:
      `${place} is ${JSON.stringify(value.slice(0, 80))}, which is no qa_id. ` +
      'Set it to an id such as qa_20260201_031056.228000, or to "" to process everything.',
  });
}
