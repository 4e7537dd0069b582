import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { UsageError } from '../../cli/exit.ts';

export function requireQaId(text: string): asserts text is QaId {
  if (isQaId(text)) return;
  throw new UsageError(
    `${JSON.stringify(text.slice(0, 80))} is not a qa_id. Expected: one like qa_20260201_031056.228000, ` +
      'as after "id:" in a topic or in the raw archive.',
  );
}
