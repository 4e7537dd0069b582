import { z } from 'zod';
import { parsedJson } from '../files/text-files.ts';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { mistake } from '../../../domain/ports/errors.ts';

const schema = z.object({ last_processed_qa_id: z.string() });

/**
 * The cursor of a `state.json` that another program wrote; null when it is empty. Throws a final
 * `PortError` for anything else: who wrote it meant something by it.
 */
export function readCursor(path: string, text: string | null): QaId | null {
  if (text === null) return null;
  const parsed = schema.safeParse(parsedJson(text));
  if (!parsed.success)
    throw mistake(
      'state_unreadable',
      `${path} is not {"last_processed_qa_id": "qa_…"}. Correct it, or delete it to have every ` +
        'raw entry processed that stands in no topic.',
    );
  const cursor = parsed.data.last_processed_qa_id;
  return cursor === '' ? null : cursorAt(cursor, `${path}: last_processed_qa_id`);
}

/** `place` names the source of the value, for the message. */
export function cursorAt(value: string, place: string): QaId {
  if (isQaId(value)) return value;
  throw mistake(
    'cursor_invalid',
    `${place} is ${JSON.stringify(value.slice(0, 80))}, which is no qa_id. ` +
      'Set it to an id such as qa_20260201_031056.228000, or to "" to process everything.',
  );
}
